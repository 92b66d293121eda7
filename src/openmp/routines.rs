//! The runtime library routines of OpenMP 2.5 (Chapter 3 of the
//! specification).

/// A routine and where the specification has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routine {
    pub name: &'static str,
    pub section: &'static str,
}

const ROUTINES: &[Routine] = &[
    Routine { name: "omp_set_num_threads", section: "3.2.1" },
    Routine { name: "omp_get_num_threads", section: "3.2.2" },
    Routine { name: "omp_get_max_threads", section: "3.2.3" },
    Routine { name: "omp_get_thread_num", section: "3.2.4" },
    Routine { name: "omp_get_num_procs", section: "3.2.5" },
    Routine { name: "omp_in_parallel", section: "3.2.6" },
    Routine { name: "omp_set_dynamic", section: "3.2.7" },
    Routine { name: "omp_get_dynamic", section: "3.2.8" },
    Routine { name: "omp_set_nested", section: "3.2.9" },
    Routine { name: "omp_get_nested", section: "3.2.10" },
    Routine { name: "omp_init_lock", section: "3.3.1" },
    Routine { name: "omp_init_nest_lock", section: "3.3.1" },
    Routine { name: "omp_destroy_lock", section: "3.3.2" },
    Routine { name: "omp_destroy_nest_lock", section: "3.3.2" },
    Routine { name: "omp_set_lock", section: "3.3.3" },
    Routine { name: "omp_set_nest_lock", section: "3.3.3" },
    Routine { name: "omp_unset_lock", section: "3.3.4" },
    Routine { name: "omp_unset_nest_lock", section: "3.3.4" },
    Routine { name: "omp_test_lock", section: "3.3.5" },
    Routine { name: "omp_test_nest_lock", section: "3.3.5" },
    Routine { name: "omp_get_wtime", section: "3.4.1" },
    Routine { name: "omp_get_wtick", section: "3.4.2" },
];

/// The routine of this name.
pub fn find(name: &str) -> Option<Routine> {
    ROUTINES.iter().copied().find(|routine| routine.name == name)
}
