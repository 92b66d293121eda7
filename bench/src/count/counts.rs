//! What kernels did, as the simulator writes it to the file that `GPUMP_SIM_STATISTICS` names.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

macro_rules! counts {
    ($($(#[$doc:meta])* $field:ident)*) => {
        /// Sums over all launches. Not all columns of the file are here.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counts { $($(#[$doc])* pub $field: u64,)* }

        impl Counts {
            pub const NAMES: &[&str] = &[$(stringify!($field)),*];

            pub fn values(&self) -> Vec<u64> {
                vec![$(self.$field),*]
            }

            fn add(&mut self, more: &Self) {
                $(self.$field += more.$field;)*
            }
        }

        /// A line of the file.
        #[derive(Debug, Deserialize)]
        struct Line { kernel: String, $($field: u64,)* }

        impl From<Line> for Kernel {
            fn from(line: Line) -> Self {
                Kernel { name: line.kernel, counts: Counts { $($field: line.$field,)* } }
            }
        }
    };
}

counts! {
    launches
    blocks
    warps
    warp_instructions
    thread_instructions
    /// What of the instructions, sectors and atomic operations was waiting for other threads.
    waiting_instructions
    waiting_thread_instructions
    waiting_sectors
    waiting_atomics
    global_loads
    global_load_sectors
    global_stores
    global_store_sectors
    shared_loads
    shared_stores
    shared_conflicts
    local_loads
    local_stores
    atomics
    barriers
    divergent_branches
}

/// A kernel, and what all its launches did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    pub counts: Counts,
}

impl Counts {
    pub fn sum<'c>(all: impl IntoIterator<Item = &'c Counts>) -> Self {
        let mut sum = Counts::default();
        all.into_iter().for_each(|counts| sum.add(counts));
        sum
    }

    /// Instructions of warps, without those of waiting.
    pub fn warp_work(&self) -> u64 {
        self.warp_instructions - self.waiting_instructions
    }

    /// Instructions of threads, likewise.
    pub fn thread_work(&self) -> u64 {
        self.thread_instructions - self.waiting_thread_instructions
    }

    /// Sectors of global memory that were loaded, likewise.
    pub fn loaded(&self) -> u64 {
        self.global_load_sectors - self.waiting_sectors
    }

    /// Sectors that were loaded and stored.
    pub fn sectors(&self) -> u64 {
        self.loaded() + self.global_store_sectors
    }

    /// Atomic operations, likewise.
    pub fn atomic_work(&self) -> u64 {
        self.atomics - self.waiting_atomics
    }

    /// Accesses to shared memory.
    pub fn shared(&self) -> u64 {
        self.shared_loads + self.shared_stores
    }

    /// Accesses to local memory.
    pub fn local(&self) -> u64 {
        self.local_loads + self.local_stores
    }
}

/// The kernels of a file, which one process wrote.
pub fn read(file: &Path) -> Result<Vec<Kernel>> {
    let mut reader = csv::Reader::from_path(file)
        .context("it wrote no statistics: is it linked with the simulator, and did a kernel run?")?;
    let lines = reader.deserialize::<Line>();
    let kernels = lines.map(|line| Ok(line?.into())).collect::<Result<Vec<Kernel>>>();
    kernels.context("the simulator's statistics cannot be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<Vec<Kernel>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        read(file.path())
    }

    /// A file in which the columns stand in another order, with one more, and have the numbers from `first` on.
    fn file(first: u64) -> String {
        let names = Counts::NAMES.iter().rev();
        let values = (0..Counts::NAMES.len() as u64).map(|at| (first + at).to_string()).rev();
        let line = |words: Vec<String>| words.join(",");
        let head = line(
            ["program", "other", "kernel"]
                .map(str::to_owned)
                .into_iter()
                .chain(names.map(|name| (*name).to_owned()))
                .collect(),
        );
        let row = line(["p", "7", "_Z1kPi"].map(str::to_owned).into_iter().chain(values).collect());
        format!("{head}\n{row}\n{row}\n")
    }

    #[test]
    fn are_read_by_their_names() {
        let kernels = written(&file(100)).unwrap();
        assert_eq!((kernels.len(), &*kernels[1].name), (2, "_Z1kPi"));
        let counts = kernels[0].counts;
        assert_eq!((counts.launches, counts.divergent_branches), (100, 120));
        assert_eq!(Counts::sum([&counts, &kernels[1].counts]).launches, 200);
    }

    #[test]
    fn waiting_is_no_work() {
        let counts = Counts {
            warp_instructions: 100,
            thread_instructions: 900,
            waiting_instructions: 30,
            waiting_thread_instructions: 40,
            waiting_sectors: 5,
            waiting_atomics: 2,
            atomics: 6,
            global_load_sectors: 12,
            global_store_sectors: 20,
            ..Counts::default()
        };
        assert_eq!((counts.warp_work(), counts.thread_work()), (70, 860));
        assert_eq!((counts.loaded(), counts.sectors(), counts.atomic_work()), (7, 27, 4));
    }

    #[test]
    fn says_what_it_cannot_read() {
        let said = |text| format!("{:#}", written(text).unwrap_err());
        assert!(said("program,kernel,launches\np,k,1\n").contains("missing field"), "an older simulator's");
        assert!(said(&file(1).replace(",7,_Z1kPi,", ",7,_Z1kPi,x")).contains("invalid digit"));
        let nowhere = read(Path::new("/nowhere/at-all")).unwrap_err();
        assert!(format!("{nowhere:#}").contains("no statistics"));
    }
}
