"""Checks JSON against a schema of openapi.json: the part of JSON Schema that it uses."""

import re

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
        assert good, f"{path}: expected {wanted}, got {value!r}"

    def _properties(self, value, wanted, _, path):
        for name in value:
            if name in wanted:
                self.check(value[name], wanted[name], f"{path}.{name}")

    def _required(self, value, wanted, _, path):
        for name in wanted:
            assert name in value, f"{path}: {name} is missing in {value!r}"

    def _additionalProperties(self, value, wanted, schema, path):
        assert wanted is False
        extra = set(value) - set(schema["properties"])
        assert not extra, f"{path}: unexpected {extra}"

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
        assert matches == 1, f"{path}: {matches} alternatives match {value!r}"

    def _enum(self, value, wanted, _, path):
        assert value in wanted, f"{path}: {value!r} is not one of {wanted}"

    def _const(self, value, wanted, _, path):
        assert value == wanted, f"{path}: {value!r} is not {wanted!r}"

    def _pattern(self, value, wanted, _, path):
        assert re.search(wanted, value), f"{path}: {value!r} does not match {wanted}"

    def _minimum(self, value, wanted, _, path):
        assert value >= wanted, f"{path}: {value} is below {wanted}"

    def _maximum(self, value, wanted, _, path):
        assert value <= wanted, f"{path}: {value} is above {wanted}"

    def _exclusiveMinimum(self, value, wanted, _, path):
        assert value > wanted, f"{path}: {value} is not above {wanted}"

    def _minItems(self, value, wanted, _, path):
        assert len(value) >= wanted, f"{path}: fewer than {wanted} items"

    def _maxItems(self, value, wanted, _, path):
        assert len(value) <= wanted, f"{path}: more than {wanted} items"

    def _maxLength(self, value, wanted, _, path):
        assert len(value) <= wanted, f"{path}: longer than {wanted}"
