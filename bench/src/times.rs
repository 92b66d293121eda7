//! The files of times: those that a program writes by `bench.h`, and those of gpump's runtime.
//!
//! A program's file has a line `phase,NAME,BEGIN,END` when a phase ends and, in hand-written CUDA that was asked
//! for it, lines `kernel,SECONDS` before that for the kernels of the phase. gpump's runtime writes a line
//! `region,KERNEL,FILE,LINE,BEGIN,END,SECONDS` for each region on the device. All begins and ends are of one clock.

use anyhow::{Context, Result, bail};

/// A phase that a program went through.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    pub name: String,
    begin: f64,
    end: f64,
    /// The time of its kernels on the device, if it was told.
    pub kernels: Option<f64>,
}

impl Phase {
    pub fn wall(&self) -> f64 {
        self.end - self.begin
    }
}

/// A region that gpump's runtime ran on the device.
#[derive(Clone, Debug, PartialEq)]
struct Region {
    begin: f64,
    end: f64,
    kernel: f64,
}

/// The phases of a program's file.
pub fn phases(text: &str) -> Result<Vec<Phase>> {
    let mut phases = Vec::new();
    let mut kernels: Option<f64> = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split(',').collect();
        let unreadable = || format!("the file of times has a line `{line}`");
        match fields[..] {
            ["kernel", seconds] => {
                let seconds: f64 = seconds.parse().with_context(unreadable)?;
                *kernels.get_or_insert(0.0) += seconds;
            }
            ["phase", name, begin, end] => {
                let begin = begin.parse().with_context(unreadable)?;
                let end = end.parse().with_context(unreadable)?;
                phases.push(Phase { name: name.to_owned(), begin, end, kernels: kernels.take() });
            }
            _ => bail!(unreadable()),
        }
    }
    Ok(phases)
}

/// Gives each phase the kernels of the regions that ran in it.
pub fn attribute(phases: &mut [Phase], regions: &str) -> Result<()> {
    let regions = regions.lines().filter(|line| !line.is_empty()).map(region).collect::<Result<Vec<_>>>()?;
    for phase in phases {
        // The clocks are read by different calls, printed with as many digits.
        let within = regions.iter().filter(|region| region.begin >= phase.begin && region.end <= phase.end);
        for region in within {
            *phase.kernels.get_or_insert(0.0) += region.kernel;
        }
    }
    Ok(())
}

fn region(line: &str) -> Result<Region> {
    // A file's name may have commas, so numbers are counted from the end.
    let mut fields = line.rsplit(',');
    let mut number = || fields.next().and_then(|field| field.parse::<f64>().ok());
    match (line.starts_with("region,"), number(), number(), number()) {
        (true, Some(kernel), Some(end), Some(begin)) => Ok(Region { begin, end, kernel }),
        _ => bail!("the file of regions has a line `{line}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_belong_to_the_phase_that_ends_next() {
        let text =
            "phase,warm-up,1.0,2.0\nkernel,0.25\nkernel,0.5\nphase,again,2.0,3.5\nphase,cold,4.0,4.5\n";
        let phases = phases(text).unwrap();
        assert_eq!(phases.iter().map(|phase| phase.kernels).collect::<Vec<_>>(), [None, Some(0.75), None]);
        assert_eq!(phases[1].wall(), 1.5);
        assert_eq!(phases[2].name, "cold");
    }

    #[test]
    fn regions_belong_to_the_phase_around_them() {
        let mut phases = phases("phase,cold,1.0,2.0\nphase,again,3.0,4.0\nphase,again,5.0,6.0\n").unwrap();
        let regions = "region,main_parallel0,a,b.c,7,1.1,1.9,0.25\n\
                       region,main_parallel0,a,b.c,7,2.1,2.9,9.0\n\
                       region,main_parallel1,c.c,8,3.1,3.2,0.125\n\
                       region,main_parallel1,c.c,8,3.3,3.4,0.125\n";
        attribute(&mut phases, regions).unwrap();
        assert_eq!(
            phases.iter().map(|phase| phase.kernels).collect::<Vec<_>>(),
            [Some(0.25), Some(0.25), None]
        );
    }

    #[test]
    fn says_what_it_cannot_read() {
        assert!(phases("phase,cold,1.0\n").unwrap_err().to_string().contains("phase,cold,1.0"));
        assert!(phases("phase,cold,x,2\n").is_err());
        assert!(attribute(&mut [], "region,k,f.c,1,2.0\n").is_err());
    }
}
