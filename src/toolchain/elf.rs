//! Objects in ELF, as far as gpump writes in them: a section more, and sections by other names.

use std::ops::Range;

/// How a file for 64 bits with the least significant byte first begins.
const ELF_64: [u8; 6] = [0x7F, b'E', b'L', b'F', 2, 1];

/// Where the header of a file has what is needed here.
const SECTION_HEADERS: usize = 0x28;
const SIZE_OF_SECTION_HEADER: usize = 0x3A;
const SECTIONS: usize = 0x3C;
const SECTION_OF_NAMES: usize = 0x3E;

/// The header of a section, and where it has its place and its size.
const HEADER: usize = 64;
const PLACE: Range<usize> = 24..32;
const SIZE: Range<usize> = 32..40;

/// From this number on sections are counted in another way.
const TOO_MANY: u16 = 0xFEFF;

/// An object with one more section, which linkers leave out of what they make; `None` if it is no object for 64 bits with
/// the least significant byte first.
///
/// The section, the names and the headers come behind all that is there, and the old ones stay without a use.
pub fn with_section(object: &[u8], name: &str, data: &[u8]) -> Option<Vec<u8>> {
    if !object.starts_with(&ELF_64) || half(object, 0x10)? != object::elf::ET_REL.0 {
        return None;
    }
    let count = half(object, SECTIONS)?;
    let size = half(object, SIZE_OF_SECTION_HEADER)?;
    if !(1..TOO_MANY).contains(&count) || usize::from(size) != HEADER {
        return None;
    }
    let begin = place(object, SECTION_HEADERS..SECTION_HEADERS + 8)?;
    let mut headers = object.get(begin..begin.checked_add(HEADER * usize::from(count))?)?.to_vec();
    let of_names = HEADER * usize::from(half(object, SECTION_OF_NAMES)?);
    let header_of_names = headers.get_mut(of_names..of_names + HEADER)?;
    let old_names = object.get(range_of_names(object)?)?;

    let mut made = object.to_vec();
    let names = [old_names, name.as_bytes(), &[0]].concat();
    header_of_names[PLACE].copy_from_slice(&(made.len() as u64).to_le_bytes());
    header_of_names[SIZE].copy_from_slice(&(names.len() as u64).to_le_bytes());
    made.extend(&names);

    let mut header = [0; HEADER];
    header[0..4].copy_from_slice(&u32::try_from(old_names.len()).ok()?.to_le_bytes());
    header[4..8].copy_from_slice(&object::elf::SHT_PROGBITS.0.to_le_bytes());
    header[8..16].copy_from_slice(&object::elf::SHF_EXCLUDE.0.to_le_bytes());
    header[PLACE].copy_from_slice(&(made.len() as u64).to_le_bytes());
    header[SIZE].copy_from_slice(&(data.len() as u64).to_le_bytes());
    header[48..56].copy_from_slice(&1_u64.to_le_bytes());
    headers.extend(header);
    made.extend(data);

    made.resize(made.len().next_multiple_of(8), 0);
    let begin = made.len() as u64;
    made[SECTION_HEADERS..SECTION_HEADERS + 8].copy_from_slice(&begin.to_le_bytes());
    made[SECTIONS..SECTIONS + 2].copy_from_slice(&(count + 1).to_le_bytes());
    made.extend(headers);
    Some(made)
}

/// Puts some bytes in place of others, as many, in the names of an object's sections. Says whether there were any.
pub fn rename_sections(object: &mut [u8], from: &[u8], to: &[u8]) -> bool {
    let Some(range) = range_of_names(object) else { return false };
    let Some(names) = object.get_mut(range).filter(|_| from.len() == to.len()) else { return false };
    let found: Vec<usize> = memchr::memmem::find_iter(names, from).collect();
    for &at in &found {
        names[at..at + to.len()].copy_from_slice(to);
    }
    !found.is_empty()
}

/// Where an object has the names of its sections.
fn range_of_names(object: &[u8]) -> Option<Range<usize>> {
    let header = HEADER * usize::from(half(object, SECTION_OF_NAMES)?);
    let begin = place(object, SECTION_HEADERS..SECTION_HEADERS + 8)?.checked_add(header)?;
    let header = object.get(begin..begin.checked_add(HEADER)?).filter(|_| object.starts_with(&ELF_64))?;
    let begin = place(header, PLACE)?;
    Some(begin..begin.checked_add(place(header, SIZE)?)?)
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn place(bytes: &[u8], at: Range<usize>) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(bytes.get(at)?.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    fn object(folder: &Path, compiler: &str) -> Option<Vec<u8>> {
        std::fs::write(folder.join("a.c"), "int a; int f(void) { return a; }\n").unwrap();
        let mut command = Command::new(compiler);
        command.args(["-g", "-c", "a.c"]).current_dir(folder);
        command.status().ok()?.success().then(|| std::fs::read(folder.join("a.o")).unwrap())
    }

    #[test]
    fn tools_read_an_object_with_one_more_section() {
        let folder = tempfile::tempdir().unwrap();
        // clang has the names of sections among those of symbols.
        for compiler in ["gcc", "clang"] {
            let Some(bytes) = object(folder.path(), compiler) else { continue };
            let made = with_section(&with_section(&bytes, ".one", b"1").unwrap(), ".two", b"two").unwrap();
            std::fs::write(folder.path().join("a.o"), made).unwrap();
            let read =
                Command::new("readelf").args(["-W", "-S", "-s", "a.o"]).current_dir(folder.path()).output();
            let read = read.unwrap();
            let (said, err) =
                (String::from_utf8(read.stdout).unwrap(), String::from_utf8(read.stderr).unwrap());
            assert!(said.contains(" .two ") && said.contains(" .text ") && said.contains(" f\n"), "{said}");
            assert_eq!(err, "");
        }
    }

    #[test]
    fn what_is_damaged_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = object(folder.path(), "gcc").unwrap();
        for length in 0..bytes.len() {
            let _ = with_section(&bytes[..length], ".one", b"");
        }
        assert_eq!(with_section(&bytes[..bytes.len() - 1], ".one", b""), None);
        for at in 0..HEADER {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = with_section(&damaged, ".one", b"");
            }
        }
        assert_eq!(with_section(b"\x7FELF\x01\x01", ".one", b""), None);
    }
}
