() => new Promise((done) => {
  const whole = performance.getEntriesByType("navigation")[0].domInteractive;
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries()
    .forEach(({ startTime, value }) => { sum += startTime < whole ? 0 : value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})
