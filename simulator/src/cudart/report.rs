//! What kernels did, for a file: `GPUMP_SIM_STATISTICS`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;

use super::configuration::Configuration;
use super::pages::Moves;
use crate::interface::{Class, Statistics};

/// Of each kernel how often it ran, and the sum of what it did; and the kernel that ended last.
#[derive(Debug, Default)]
pub struct Report(Mutex<(Kernels, String)>);

type Kernels = BTreeMap<String, (u64, Statistics)>;

macro_rules! columns {
    ($($field:ident)*) => {
        const COLUMNS: &[&str] = &[$(stringify!($field)),*];
        fn values(statistics: &Statistics) -> Vec<u64> { vec![$(statistics.$field),*] }
        fn add_values(sum: &mut Statistics, more: &Statistics) { $(sum.$field += more.$field;)* }
    };
}

columns! {
    blocks warps warp_instructions thread_instructions global_loads global_load_sectors global_stores
    global_store_sectors local_loads local_stores shared_loads shared_stores shared_conflicts atomics barriers
    divergent_branches branches calls heap_allocations waiting_instructions waiting_thread_instructions waiting_sectors
    waiting_atomics bus_loads bus_load_sectors bus_stores bus_store_sectors bus_atomics pages_to_device pages_to_host
    pages_evicted
}

impl Report {
    pub fn add(&self, kernel: &str, statistics: &Statistics) {
        let (kernels, _) = &mut *self.0.lock().unwrap();
        let (launches, sum) = kernels.entry(kernel.to_owned()).or_default();
        *launches += 1;
        add_values(sum, statistics);
        for (sum, more) in sum.by_class.iter_mut().zip(statistics.by_class) {
            *sum += more;
        }
    }

    /// What moves from now on is counted with this kernel.
    pub fn begin(&self, kernel: &str) {
        kernel.clone_into(&mut self.0.lock().unwrap().1);
    }

    /// What has moved counts with the kernel that began last: the host fetches its results.
    pub fn add_moves(&self, moves: Moves) {
        let (kernels, last) = &mut *self.0.lock().unwrap();
        if moves != Moves::default() && !last.is_empty() {
            let (_, sum) = kernels.entry(last.clone()).or_default();
            sum.pages_to_device += moves.to_device;
            sum.pages_to_host += moves.to_host;
            sum.pages_evicted += moves.evicted;
        }
    }

    /// Appends a line for each kernel, in columns that a first line names. One program after the other may do so.
    pub fn write(&self, configuration: &Configuration) {
        let Some(path) = &configuration.statistics else { return };
        if let Err(cause) = self.append(path) {
            eprintln!("simulator: {}: {cause}", path.display());
        }
    }

    fn append(&self, path: &Path) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let mut text = String::new();
        if file.metadata()?.len() == 0 {
            let classes = Class::ALL.iter().map(|class| class.name());
            let names: Vec<_> = ["program", "kernel", "launches"]
                .into_iter()
                .chain(COLUMNS.iter().copied())
                .chain(classes)
                .collect();
            text += &names.join(",");
            text.push('\n');
        }
        let program = std::env::current_exe().unwrap_or_default();
        let program = program.file_name().unwrap_or_default().to_string_lossy().replace(',', "_");
        for (kernel, (launches, sum)) in &self.0.lock().unwrap().0 {
            let _ = write!(text, "{program},{kernel},{launches}");
            for value in values(sum).into_iter().chain(sum.by_class) {
                let _ = write!(text, ",{value}");
            }
            text.push('\n');
        }
        file.write_all(text.as_bytes())
    }
}
