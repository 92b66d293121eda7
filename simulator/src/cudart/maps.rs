//! The process's own memory, from `/proc/self/maps`: what a device reaches that reaches pageable memory.

use std::sync::Mutex;

use crate::interface::Region;

/// What has been read; it is read again where an address is missing.
#[derive(Debug, Default)]
pub struct Maps(Mutex<Vec<Region>>);

impl Maps {
    /// Memory may have gone.
    pub fn forget(&self) {
        self.0.lock().unwrap().clear();
    }

    /// The mapping that holds the address. Page zero is never one.
    pub fn region(&self, address: u64) -> Option<Region> {
        let mut known = self.0.lock().unwrap();
        find(&known, address).or_else(|| {
            *known = read();
            find(&known, address)
        })
    }
}

fn find(regions: &[Region], address: u64) -> Option<Region> {
    let behind = regions.partition_point(|region| region.start <= address);
    regions[..behind].last().copied().filter(|region| address < region.end)
}

/// Nothing, where the system does not tell.
fn read() -> Vec<Region> {
    std::fs::read_to_string("/proc/self/maps").unwrap_or_default().lines().filter_map(region_of).collect()
}

/// `start-end rwxp …`, in hexadecimal digits.
fn region_of(line: &str) -> Option<Region> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let rights = words.next()?.as_bytes();
    let start = u64::from_str_radix(start, 16).ok()?;
    let end = u64::from_str_radix(end, 16).ok()?;
    (rights.first() == Some(&b'r') && start >= 4096).then(|| Region {
        start,
        end,
        writable: rights.get(1) == Some(&b'w'),
        offset: 0,
        remote: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_and_a_constant_are_found() {
        static CONSTANT: [u8; 64] = [1; 64];
        let variable = Box::new(1u64);
        let maps = Maps::default();
        assert!(maps.region(&raw const *variable as u64).unwrap().writable);
        assert!(!maps.region(&raw const CONSTANT as u64).unwrap().writable);
        assert_eq!(maps.region(8), None);
    }
}
