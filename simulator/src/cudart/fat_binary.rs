//! Fat binaries: what nvcc embeds in a program for the device.
//!
//! A program's section `.nvFatBinSegment` holds, for each, a wrapper:
//!
//! ```text
//! u32 0x466243b1, u32 version, pointer to the fat binary, pointer
//! ```
//!
//! The last pointer is, with version 2 (device code that nvlink has linked), an
//! array of the objects' own fat binaries, which ends with a null pointer. A fat
//! binary is a header and entries that follow one another:
//!
//! ```text
//! u32 0xba55ed50, u16 version, u16 size of this header, u64 size of what follows
//!
//! u16 kind (1 PTX, 2 ELF), u16 version, u32 size of this header, u64 size of the contents,
//! u32 size when compressed or 0, …, at byte 28 u32 architecture, at byte 40 u64 flags
//! ```

/// What a program embeds for the device.
#[derive(Debug, Default)]
pub struct FatBinary {
    /// PTX texts; one of each object that nvlink has linked.
    pub texts: Vec<String>,
    /// The machine code.
    pub cubins: Vec<Vec<u8>>,
}

/// Why it could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("this is no fat binary of nvcc's")]
    NoFatBinary,
    #[error("it is compressed; compile with nvcc -Xfatbin -compress=false, as the simulator's bin/nvcc does")]
    Compressed,
    #[error("its PTX is no text")]
    NoText,
}

const WRAPPER_MAGIC: u32 = 0x4662_43b1;
const MAGIC: u32 = 0xba55_ed50;
const HEADER_BYTES: usize = 16;
const LEAST_ENTRY: usize = 48;
const IS_COMPRESSED: u64 = 0x2000 | 0x8000;

#[repr(C)]
struct Wrapper {
    magic: u32,
    version: u32,
    data: *const u8,
    linked: *const *const u8,
}

/// Reads what a wrapper leads to.
///
/// # Safety
///
/// `wrapper` is what nvcc's host code gives `__cudaRegisterFatBinary`.
///
/// # Errors
///
/// It is not of the known layout, or compressed.
pub unsafe fn read(wrapper: *const u8) -> Result<FatBinary, Error> {
    let wrapper = unsafe { &*wrapper.cast::<Wrapper>() };
    if wrapper.magic != WRAPPER_MAGIC {
        return Err(Error::NoFatBinary);
    }
    let mut found = FatBinary::default();
    unsafe { read_one(wrapper.data, &mut found)? };
    if wrapper.version == 2 && !wrapper.linked.is_null() {
        let mut at = wrapper.linked;
        // The PTX of linked code is the objects' own, their machine code is not linked.
        let mut objects = FatBinary::default();
        loop {
            let data = unsafe { *at };
            if data.is_null() {
                break;
            }
            unsafe { read_one(data, &mut objects)? };
            at = unsafe { at.add(1) };
        }
        found.texts.append(&mut objects.texts);
    }
    Ok(found)
}

unsafe fn read_one(data: *const u8, found: &mut FatBinary) -> Result<(), Error> {
    let header = unsafe { std::slice::from_raw_parts(data, HEADER_BYTES) };
    if word(header, 0) != MAGIC {
        return Err(Error::NoFatBinary);
    }
    let begin = usize::from(half(header, 6));
    let size = usize::try_from(long(header, 8)).map_err(|_| Error::NoFatBinary)?;
    entries(unsafe { std::slice::from_raw_parts(data.add(begin), size) }, found)
}

fn entries(mut rest: &[u8], found: &mut FatBinary) -> Result<(), Error> {
    while rest.len() >= LEAST_ENTRY {
        let kind = half(rest, 0);
        let begin = word(rest, 4) as usize;
        let end = usize::try_from(long(rest, 8)).ok().and_then(|size| size.checked_add(begin));
        let end = end.filter(|&end| begin >= LEAST_ENTRY && end <= rest.len()).ok_or(Error::NoFatBinary)?;
        if matches!(kind, 1 | 2) && long(rest, 40) & IS_COMPRESSED != 0 {
            return Err(Error::Compressed);
        }
        let contents = &rest[begin..end];
        match kind {
            1 => {
                let length = contents.iter().position(|&byte| byte == 0).unwrap_or(contents.len());
                let text = std::str::from_utf8(&contents[..length]).map_err(|_| Error::NoText)?;
                found.texts.push(text.to_owned());
            }
            2 => found.cubins.push(contents.to_vec()),
            _ => {}
        }
        rest = &rest[end..];
    }
    Ok(())
}

fn half(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from(half(bytes, at)) | u32::from(half(bytes, at + 2)) << 16
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(word(bytes, at)) | u64::from(word(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(kind: u16, flags: u64, contents: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..2].copy_from_slice(&kind.to_le_bytes());
        bytes[4..8].copy_from_slice(&64u32.to_le_bytes());
        bytes[8..16].copy_from_slice(&(contents.len() as u64).to_le_bytes());
        bytes[40..48].copy_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(contents);
        bytes
    }

    #[test]
    fn texts_end_at_the_first_zero() {
        let bytes = [entry(2, 0x11, b"\x7fELF"), entry(1, 0x11, b".version 9.0\n\0\0")].concat();
        let mut found = FatBinary::default();
        entries(&bytes, &mut found).unwrap();
        assert_eq!(found.texts, [".version 9.0\n"]);
        assert_eq!(found.cubins, [b"\x7fELF"]);
    }

    #[test]
    fn what_is_compressed_or_cut_off_is_an_error() {
        let mut found = FatBinary::default();
        assert_eq!(entries(&entry(1, 0x2011, b"x"), &mut found), Err(Error::Compressed));
        let mut cut = entry(1, 0, b"abc");
        cut.pop();
        assert_eq!(entries(&cut, &mut found), Err(Error::NoFatBinary));
    }
}
