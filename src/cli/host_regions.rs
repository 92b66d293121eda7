//! Regions that stay on the host: what a command line says of them, and what is said of them.

use gpump::{OnHost, Translation};

use super::device::Device;
use super::terminal;

/// Whether regions may stay on the host.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct HostRegions {
    /// Refuse a program with a region that the device cannot have, which
    /// otherwise stays on the host, with a warning
    #[arg(long)]
    require_device: bool,
}

impl HostRegions {
    /// What the translator is told, for a device.
    pub fn regions(self, device: Device) -> OnHost {
        match (device, self.require_device) {
            (Device::Host, _) => OnHost::Everything,
            (_, true) => OnHost::Nothing,
            (_, false) => OnHost::WhereNeeded,
        }
    }
}

/// Says how many regions of a program run where.
pub fn say(translations: &[Translation]) {
    let (all, on_host) = translations
        .iter()
        .fold((0, 0), |(all, host), found| (all + found.regions, host + found.regions_on_host));
    if all > 0 {
        terminal::note(&sentence(all, on_host));
    }
}

fn sentence(all: usize, on_host: usize) -> String {
    let regions = if all == 1 { "region" } else { "regions" };
    match on_host {
        0 => format!("{all} of {all} {regions} on the device"),
        _ => format!("{} of {all} {regions} on the device; {on_host} on the host", all - on_host),
    }
}
