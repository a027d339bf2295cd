"""What all published forms share: the base classes of files and of objects in them, and types of their fields.

JSON Schemas are made from the forms, so their names, docstrings and descriptions are published, too.
"""

import json
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Version = Annotated[str, Field(description="A version, compared number by number: 1.10 is later than 1.9.")]
LevelOrRemovedId = Annotated[str, Field(description="Id of a stability level (see stability.json), or `removed`.")]
NoticeId = Annotated[str, Field(description="Id of a kind of notice (see stability.json).")]
FeatureId = Annotated[str, Field(description="Permanent id of a feature (see features.json).")]
Path = Annotated[str, Field(description="Address below `site`; the English page lies at the same address below `en/`.")]
OR_NULL = BeforeValidator(lambda text: text or None)
Text = Annotated[str | None, OR_NULL]  # an empty text becomes null


class Form(BaseModel):
    """A published form: it has all properties that are described, and no others."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", from_attributes=True, json_schema_serialization_defaults_required=True
    )

    @classmethod
    def of(cls, source: object, /, **differing: object) -> Self:
        """Return the published form of ``source``: its attributes of the same names, except the ``differing`` ones."""
        same = {name: getattr(source, name) for name in cls.model_fields if name not in differing}
        return cls(**same, **differing)


class File(Form):
    """The head of every file."""

    file_name: ClassVar[str]

    site: str = Field(description="Address of the site, ending in a slash.")
    generator: Literal["PyTorch Release Atlas"] = "PyTorch Release Atlas"
    schema_: str = Field(alias="schema", description="Address of this file's JSON Schema.")

    @classmethod
    def head(cls, base: str) -> dict[str, str]:
        """Return what the fields of the head have on the site at ``base``."""
        return {"site": base, "schema": f"{base}{cls.schema_path()}"}

    @classmethod
    def schema_path(cls) -> str:
        """Return the path of the JSON Schema."""
        return f"api/v1/schema/{cls.file_name}.json"

    @classmethod
    def schema_text(cls, base: str) -> str:
        """Return the JSON Schema."""
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{base}{cls.schema_path()}"}
        schema = cls.model_json_schema(mode="serialization", by_alias=True)
        return json.dumps(head | schema, ensure_ascii=False, indent=1) + "\n"

    def text(self) -> str:
        """Return the file."""
        return self.model_dump_json(by_alias=True, indent=1) + "\n"


class TranslatedForm(Form):
    """A text in both languages; null where there is no current translation."""

    zh: str | None
    en: str | None
