"""Checks JSON against a schema of openapi.json: the part of JSON Schema that it uses."""

import re

from require import require

_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool,
          "integer": int, "number": (int, float), "null": type(None)}
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
            if word not in _NOTES:
                getattr(self, "_" + word)(value, wanted, schema, path)

    def _type(self, value, wanted, _, path):
        good = isinstance(value, _TYPES[wanted])
        if isinstance(value, bool) and wanted != "boolean":
            good = False
        require(good, path, "expected", wanted, "got", value)

    def _properties(self, value, wanted, _, path):
        for name in value:
            if name in wanted:
                self.check(value[name], wanted[name], f"{path}.{name}")

    def _required(self, value, wanted, _, path):
        for name in wanted:
            require(name in value, path, name, "is missing in", value)

    def _additionalProperties(self, value, wanted, schema, path):
        require(wanted is False)
        extra = set(value) - set(schema["properties"])
        require(not extra, path, "unexpected", extra)

    def _items(self, value, wanted, _, path):
        for index, item in enumerate(value):
            self.check(item, wanted, f"{path}[{index}]")

    def _oneOf(self, value, wanted, _, path):
        matches = 0
        for schema in wanted:
            try:
                self.check(value, schema, path)
                matches += 1
            except AssertionError:
                pass
        require(matches == 1, path, matches, "alternatives match", value)

    def _enum(self, value, wanted, _, path):
        require(value in wanted, path, value, "is not one of", wanted)

    def _const(self, value, wanted, _, path):
        require(value == wanted, path, value, "is not", wanted)

    def _pattern(self, value, wanted, _, path):
        require(re.search(wanted, value), path, value, "does not match", wanted)

    def _minimum(self, value, wanted, _, path):
        require(value >= wanted, path, value, "is below", wanted)

    def _maximum(self, value, wanted, _, path):
        require(value <= wanted, path, value, "is above", wanted)

    def _exclusiveMinimum(self, value, wanted, _, path):
        require(value > wanted, path, value, "is not above", wanted)

    def _minItems(self, value, wanted, _, path):
        require(len(value) >= wanted, path, "fewer items than", wanted)

    def _maxItems(self, value, wanted, _, path):
        require(len(value) <= wanted, path, "more items than", wanted)

    def _maxLength(self, value, wanted, _, path):
        require(len(value) <= wanted, path, "longer than", wanted)
