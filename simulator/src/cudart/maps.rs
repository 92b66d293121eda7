//! The process's own memory, from `/proc/self/maps`: what a device reaches that reaches pageable memory.

use std::sync::Mutex;

use crate::interface::Region;

/// A part of the process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub region: Region,
    /// The process's alone, without a file, to be read and written.
    pub is_private: bool,
}

/// What has been read; it is read again where an address is missing.
#[derive(Debug, Default)]
pub struct Maps(Mutex<Vec<Mapping>>);

impl Maps {
    /// Memory may have gone.
    pub fn forget(&self) {
        self.0.lock().unwrap().clear();
    }

    /// The mapping that holds the address. Page zero is never one.
    pub fn mapping(&self, address: u64) -> Option<Mapping> {
        let mut known = self.0.lock().unwrap();
        find(&known, address).or_else(|| {
            *known = read();
            find(&known, address)
        })
    }
}

fn find(mappings: &[Mapping], address: u64) -> Option<Mapping> {
    let behind = mappings.partition_point(|mapping| mapping.region.start <= address);
    mappings[..behind].last().copied().filter(|mapping| address < mapping.region.end)
}

/// Nothing, where the system does not tell.
fn read() -> Vec<Mapping> {
    std::fs::read_to_string("/proc/self/maps").unwrap_or_default().lines().filter_map(mapping_of).collect()
}

/// `start-end rwxp offset device inode …`, in hexadecimal digits but for the inode; 0 is none.
fn mapping_of(line: &str) -> Option<Mapping> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let rights = words.next()?.as_bytes();
    let inode = words.nth(2)?;
    let start = u64::from_str_radix(start, 16).ok()?;
    let end = u64::from_str_radix(end, 16).ok()?;
    let region = Region { start, end, writable: rights.get(1) == Some(&b'w'), offset: 0, remote: true };
    (rights.first() == Some(&b'r') && start >= 4096)
        .then_some(Mapping { region, is_private: rights == b"rw-p" && inode == "0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_and_a_constant_are_found() {
        static CONSTANT: [u8; 64] = [1; 64];
        let variable = Box::new(1u64);
        let maps = Maps::default();
        let found = maps.mapping(&raw const *variable as u64).unwrap();
        assert!(found.region.writable && found.is_private);
        let found = maps.mapping(&raw const CONSTANT as u64).unwrap();
        assert!(!found.region.writable && !found.is_private);
        assert_eq!(maps.mapping(8), None);
    }
}
