"""Checks JSON against a schema of openapi.json: the part of JSON Schema that it uses."""

import re

from rules import require

_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool,
          "integer": int, "number": (int, float), "null": type(None)}
# What a word of a schema wants of a value alone.
_WORDS = {
    "type": lambda value, name: isinstance(value, _TYPES[name]) and
            (name == "boolean" or not isinstance(value, bool)),
    "required": lambda value, names: set(names) <= set(value),
    "enum": lambda value, values: value in values,
    "const": lambda value, other: value == other,
    "pattern": lambda value, pattern: re.search(pattern, value) is not None,
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
    "exclusiveMinimum": lambda value, limit: value > limit,
    "minItems": lambda value, least: len(value) >= least,
    "maxItems": lambda value, most: len(value) <= most,
    "maxLength": lambda value, most: len(value) <= most,
}
# They say nothing about the value.
_NOTES = {"description", "default", "example"}


class Schemas:
    """The schemas of a description of an interface."""

    def __init__(self, description):
        self.description = description

    def resolve(self, schema):
        """Follow a $ref."""
        while "$ref" in schema:
            found = self.description
            for name in schema["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            schema = found
        return schema

    def check(self, value, schema, path="$"):
        """Raise AssertionError if the value does not match."""
        schema = self.resolve(schema)
        for word, wanted in schema.items():
            if word in _WORDS:
                require(_WORDS[word](value, wanted), path, value, "is not as expected:", word, wanted)
            elif word not in _NOTES:
                getattr(self, "_" + word)(value, wanted, path)

    def _properties(self, value, wanted, path):
        """Each member is described.  Clients must bear others, but this version has none."""
        for name in value:
            require(name in wanted, path, "unexpected", name)
            self.check(value[name], wanted[name], f"{path}.{name}")

    def _items(self, value, wanted, path):
        for index, item in enumerate(value):
            self.check(item, wanted, f"{path}[{index}]")

    def _oneOf(self, value, wanted, path):
        matches = 0
        for schema in wanted:
            try:
                self.check(value, schema, path)
                matches += 1
            except AssertionError:
                pass
        require(matches == 1, path, matches, "alternatives match", value)
