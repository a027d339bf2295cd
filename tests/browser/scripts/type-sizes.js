() => [...new Set([...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && getComputedStyle(one).clipPath === "none"
    && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    && one.getBoundingClientRect().height > 0)
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))].filter(Boolean).sort((a, b) => a - b)
