//! `gpump runtime`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::{Workplace, run};

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_runtime_is_written_out_whole() {
    let here = Workplace::new();
    for _ in 0..2 {
        // The second time over what is there.
        let out = run(&mut here.gpump(["runtime", "new/folder"])).succeeded();
        assert_eq!(out, b"");
        assert_eq!(
            files(&here.path("new/folder")),
            files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime"))
        );
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let here = Workplace::new();
    here.write("file", "");
    run(&mut here.gpump(["runtime", "file/folder"])).failed(2, &["cannot write file/folder: "]);
}
