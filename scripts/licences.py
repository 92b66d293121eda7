#!/usr/bin/env python3
"""Lists the crates that are linked into gpump, from `cargo metadata` on standard input, each with its licence and the notices that
lie in its folder."""

import json
import pathlib
import sys

metadata = json.load(sys.stdin)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
linked, waiting = set(), [identity for identity, package in packages.items() if package["name"] == "gpump"]
while waiting:
    identity = waiting.pop()
    if identity in linked:
        continue
    linked.add(identity)
    for dependency in nodes[identity]["deps"]:
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            waiting.append(dependency["pkg"])

for package in sorted((packages[identity] for identity in linked), key=lambda package: package["name"]):
    if package["source"] is None:
        continue
    print(f"==== {package['name']} {package['version']}: {package['license'] or package['license_file']}")
    folder = pathlib.Path(package["manifest_path"]).parent
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE")):
            print(f"\n---- {file.name}\n\n{file.read_text(errors='replace').strip()}")
    print()
