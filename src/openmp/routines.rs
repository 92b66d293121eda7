//! The runtime library routines of OpenMP up to 5.2 (its Chapter 18).

/// A routine, where the specification has it, and what it is in a region on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routine {
    pub name: &'static str,
    /// The version that brought it.
    pub version: &'static str,
    /// Its section: of 2.5, or for what came later of 5.2.
    pub section: &'static str,
    /// Whether the device has it (`runtime/cuda/omp_device.h`).
    pub on_device: bool,
    /// Whether it uses memory of the program's, locks aside.
    pub uses_memory: bool,
}

const fn both(name: &'static str, version: &'static str, section: &'static str) -> Routine {
    Routine { name, version, section, on_device: true, uses_memory: false }
}

const fn of_memory(name: &'static str, version: &'static str, section: &'static str) -> Routine {
    Routine { name, version, section, on_device: true, uses_memory: true }
}

const fn host(name: &'static str, version: &'static str, section: &'static str) -> Routine {
    Routine { name, version, section, on_device: false, uses_memory: true }
}

const ROUTINES: &[Routine] = &[
    both("omp_set_num_threads", "2.5", "3.2.1"),
    both("omp_get_num_threads", "2.5", "3.2.2"),
    both("omp_get_max_threads", "2.5", "3.2.3"),
    both("omp_get_thread_num", "2.5", "3.2.4"),
    both("omp_get_num_procs", "2.5", "3.2.5"),
    both("omp_in_parallel", "2.5", "3.2.6"),
    both("omp_set_dynamic", "2.5", "3.2.7"),
    both("omp_get_dynamic", "2.5", "3.2.8"),
    both("omp_set_nested", "2.5", "3.2.9"),
    both("omp_get_nested", "2.5", "3.2.10"),
    both("omp_init_lock", "2.5", "3.3.1"),
    both("omp_init_nest_lock", "2.5", "3.3.1"),
    both("omp_destroy_lock", "2.5", "3.3.2"),
    both("omp_destroy_nest_lock", "2.5", "3.3.2"),
    both("omp_set_lock", "2.5", "3.3.3"),
    both("omp_set_nest_lock", "2.5", "3.3.3"),
    both("omp_unset_lock", "2.5", "3.3.4"),
    both("omp_unset_nest_lock", "2.5", "3.3.4"),
    both("omp_test_lock", "2.5", "3.3.5"),
    both("omp_test_nest_lock", "2.5", "3.3.5"),
    both("omp_get_wtime", "2.5", "3.4.1"),
    both("omp_get_wtick", "2.5", "3.4.2"),
    host("omp_set_schedule", "3.0", "18.2.11"),
    of_memory("omp_get_schedule", "3.0", "18.2.12"),
    both("omp_get_thread_limit", "3.0", "18.2.13"),
    both("omp_set_max_active_levels", "3.0", "18.2.15"),
    both("omp_get_max_active_levels", "3.0", "18.2.16"),
    both("omp_get_level", "3.0", "18.2.17"),
    both("omp_get_ancestor_thread_num", "3.0", "18.2.18"),
    both("omp_get_team_size", "3.0", "18.2.19"),
    both("omp_get_active_level", "3.0", "18.2.20"),
    both("omp_in_final", "3.1", "18.5.3"),
    both("omp_get_cancellation", "4.0", "18.2.8"),
    both("omp_get_proc_bind", "4.0", "18.3.1"),
    both("omp_get_num_teams", "4.0", "18.4.1"),
    both("omp_get_team_num", "4.0", "18.4.2"),
    host("omp_set_default_device", "4.0", "18.7.2"),
    both("omp_get_default_device", "4.0", "18.7.3"),
    both("omp_get_num_devices", "4.0", "18.7.4"),
    both("omp_is_initial_device", "4.0", "18.7.6"),
    both("omp_get_num_places", "4.5", "18.3.2"),
    both("omp_get_place_num_procs", "4.5", "18.3.3"),
    of_memory("omp_get_place_proc_ids", "4.5", "18.3.4"),
    both("omp_get_place_num", "4.5", "18.3.5"),
    both("omp_get_partition_num_places", "4.5", "18.3.6"),
    of_memory("omp_get_partition_place_nums", "4.5", "18.3.7"),
    both("omp_get_max_task_priority", "4.5", "18.5.1"),
    both("omp_get_initial_device", "4.5", "18.7.7"),
    host("omp_target_alloc", "4.5", "18.8.1"),
    host("omp_target_free", "4.5", "18.8.2"),
    host("omp_target_is_present", "4.5", "18.8.3"),
    host("omp_target_memcpy", "4.5", "18.8.5"),
    host("omp_target_memcpy_rect", "4.5", "18.8.6"),
    host("omp_target_associate_ptr", "4.5", "18.8.9"),
    host("omp_target_disassociate_ptr", "4.5", "18.8.10"),
    both("omp_init_lock_with_hint", "4.5", "18.9.2"),
    both("omp_init_nest_lock_with_hint", "4.5", "18.9.2"),
    both("omp_get_supported_active_levels", "5.0", "18.2.14"),
    host("omp_set_affinity_format", "5.0", "18.3.8"),
    host("omp_get_affinity_format", "5.0", "18.3.9"),
    host("omp_display_affinity", "5.0", "18.3.10"),
    host("omp_capture_affinity", "5.0", "18.3.11"),
    host("omp_pause_resource", "5.0", "18.6.1"),
    host("omp_pause_resource_all", "5.0", "18.6.2"),
    both("omp_get_device_num", "5.0", "18.7.5"),
    host("omp_fulfill_event", "5.0", "18.11.1"),
    host("omp_init_allocator", "5.0", "18.13.2"),
    host("omp_destroy_allocator", "5.0", "18.13.3"),
    host("omp_set_default_allocator", "5.0", "18.13.4"),
    both("omp_get_default_allocator", "5.0", "18.13.5"),
    of_memory("omp_alloc", "5.0", "18.13.6"),
    of_memory("omp_free", "5.0", "18.13.7"),
    host("omp_control_tool", "5.0", "18.14"),
    host("omp_set_num_teams", "5.1", "18.4.3"),
    both("omp_get_max_teams", "5.1", "18.4.4"),
    host("omp_set_teams_thread_limit", "5.1", "18.4.5"),
    both("omp_get_teams_thread_limit", "5.1", "18.4.6"),
    host("omp_target_is_accessible", "5.1", "18.8.4"),
    host("omp_target_memcpy_async", "5.1", "18.8.7"),
    host("omp_target_memcpy_rect_async", "5.1", "18.8.8"),
    host("omp_get_mapped_ptr", "5.1", "18.8.11"),
    host("omp_get_num_interop_properties", "5.1", "18.12.1"),
    host("omp_get_interop_int", "5.1", "18.12.2"),
    host("omp_get_interop_ptr", "5.1", "18.12.3"),
    host("omp_get_interop_str", "5.1", "18.12.4"),
    host("omp_get_interop_name", "5.1", "18.12.5"),
    host("omp_get_interop_type_desc", "5.1", "18.12.6"),
    host("omp_get_interop_rc_desc", "5.1", "18.12.7"),
    of_memory("omp_aligned_alloc", "5.1", "18.13.6"),
    of_memory("omp_calloc", "5.1", "18.13.8"),
    of_memory("omp_aligned_calloc", "5.1", "18.13.8"),
    of_memory("omp_realloc", "5.1", "18.13.9"),
    host("omp_display_env", "5.1", "18.15"),
    both("omp_in_explicit_task", "5.2", "18.5.2"),
];

/// The routine of this name.
pub fn find(name: &str) -> Option<Routine> {
    ROUTINES.iter().copied().find(|routine| routine.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ROUTINES;

    /// The names in front of a parenthesis, in the lines that some text begins.
    fn declared<'t>(text: &'t str, begins: &str) -> BTreeSet<&'t str> {
        text.lines()
            .filter(|line| line.starts_with(begins))
            .filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next())
            .filter(|name| name.starts_with("omp_"))
            .collect()
    }

    #[test]
    fn the_runtime_has_these_routines() {
        let host = declared(include_str!("../../runtime/cuda/omp_host.h"), "");
        let device = declared(include_str!("../../runtime/cuda/omp_device.h"), "static inline __device__");
        assert_eq!(host, ROUTINES.iter().map(|routine| routine.name).collect());
        let there = ROUTINES.iter().filter(|routine| routine.on_device).map(|routine| routine.name);
        assert_eq!(device, there.collect());
        let takeover = include_str!("../../runtime/cuda/takeover.h");
        for name in host {
            assert!(takeover.contains(&format!("#pragma redefine_extname {name} gpump_{name}\n")), "{name}");
        }
    }
}
