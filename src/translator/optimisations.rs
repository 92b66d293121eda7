//! What the cuda dialect does to make programs faster, each by its name, so that it can be left out.

use std::fmt;
use std::str::FromStr;

/// An optimisation. Each is sound by itself; without it the translation is as right, and slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Optimisation {
    /// Loops inside of a work-sharing loop are shared out with it where their iterations are independent, too.
    Nests,
    /// Sums inside of an iteration are added up by a group of threads, those of floating-point numbers in another order.
    Sums,
    /// The inner loops of an iteration that the program says to be independent are run by a group of threads, one after the other.
    Leagues,
    /// Elements of memory that an inner loop changes over and over are kept in registers.
    Elements,
    /// Shared variables that a loop leaves alone are read once.
    Values,
    /// Each thread has a copy of shared variables that all would change alike.
    Copies,
    /// A region is given copies of the structures that it only reads.
    Structures,
    /// Arrays and pointers are said to be the only way to what they lead to.
    Restrict,
    /// A barrier that stands at the end of a region, which is one itself, is left out.
    Barriers,
    /// Critical constructs that only add to shared variables become atomic updates.
    Criticals,
    /// Neighbouring iterations of a loop with a schedule go to neighbouring threads, where nobody can tell.
    Schedules,
    /// Large arrays of the file lie in the heap.
    Arrays,
    /// A kernel that needs nothing of its team begins without it.
    Entry,
    /// A loop gets as many threads as it has iterations, where nobody can tell.
    Grid,
    /// A kernel has a second form, for grids that cover its loops.
    Cover,
    /// A region that is nothing but loops that are shared out, one behind the other, becomes a kernel for each.
    Split,
}

impl Optimisation {
    pub const ALL: [Optimisation; 16] = [
        Optimisation::Nests,
        Optimisation::Sums,
        Optimisation::Leagues,
        Optimisation::Elements,
        Optimisation::Values,
        Optimisation::Copies,
        Optimisation::Structures,
        Optimisation::Restrict,
        Optimisation::Barriers,
        Optimisation::Criticals,
        Optimisation::Schedules,
        Optimisation::Arrays,
        Optimisation::Entry,
        Optimisation::Grid,
        Optimisation::Cover,
        Optimisation::Split,
    ];

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Optimisation::Nests => "nests",
            Optimisation::Sums => "sums",
            Optimisation::Leagues => "leagues",
            Optimisation::Elements => "elements",
            Optimisation::Values => "values",
            Optimisation::Copies => "copies",
            Optimisation::Structures => "structures",
            Optimisation::Restrict => "restrict",
            Optimisation::Barriers => "barriers",
            Optimisation::Criticals => "criticals",
            Optimisation::Schedules => "schedules",
            Optimisation::Arrays => "arrays",
            Optimisation::Entry => "entry",
            Optimisation::Grid => "grid",
            Optimisation::Cover => "cover",
            Optimisation::Split => "split",
        }
    }

    /// What it does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Optimisation::Nests => "share independent inner loops out together with the loop around them",
            Optimisation::Sums => "add up the sums of an iteration by several threads",
            Optimisation::Leagues => "run the loops within an iteration of a league by a group of threads",
            Optimisation::Elements => "keep elements in registers that an inner loop changes over and over",
            Optimisation::Values => "read shared variables once that a loop leaves alone",
            Optimisation::Copies => "give each thread a copy of shared variables that all would change alike",
            Optimisation::Structures => "give a region copies of the structures that it only reads",
            Optimisation::Restrict => "say of pointers that nothing else leads to the same memory",
            Optimisation::Barriers => "leave out barriers at the end of regions, and where others are",
            Optimisation::Criticals => "add atomically where a critical construct only adds",
            Optimisation::Schedules => {
                "deal the iterations of a loop with a schedule out one by one where nobody can tell"
            }
            Optimisation::Arrays => {
                "put large arrays of a file into the heap, and small variables that threads contend for"
            }
            Optimisation::Entry => "begin kernels without a team that need nothing of it",
            Optimisation::Grid => "launch as many threads as a loop has iterations where nobody can tell",
            Optimisation::Cover => {
                "compile kernels a second time, for threads that have one iteration or none"
            }
            Optimisation::Split => "make a kernel of each loop of a region that is nothing but loops",
        }
    }
}

impl fmt::Display for Optimisation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Optimisation {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Optimisation::ALL.into_iter().find(|optimisation| optimisation.name() == name).ok_or(())
    }
}
