/*
 * malloc and its kin in translated files: the calls, and pointers to the functions, mean the heap that host and device
 * share (memory.h). The first thing that the host's text of a translated file includes; other objects of the program
 * are not touched.
 *
 * rand and its kin are there for the same reason: a seed that the serial part sets holds in regions (host_random.h).
 *
 * The pragma changes the name that the linker sees, whatever declares the function, also a declaration without a
 * prototype in an old program. gcc and clang have it. A program's own function of such a name is renamed, too, and is
 * then the one that the linker takes, for the runtime's are weak.
 */
#ifndef GPUMP_TAKEOVER_H
#define GPUMP_TAKEOVER_H

#pragma redefine_extname malloc gpump_heap_malloc
#pragma redefine_extname calloc gpump_heap_calloc
#pragma redefine_extname realloc gpump_heap_realloc
#pragma redefine_extname free gpump_heap_free
#pragma redefine_extname cfree gpump_heap_free
#pragma redefine_extname strdup gpump_heap_strdup
#pragma redefine_extname strndup gpump_heap_strndup
#pragma redefine_extname aligned_alloc gpump_heap_aligned_alloc
#pragma redefine_extname memalign gpump_heap_memalign
#pragma redefine_extname posix_memalign gpump_heap_posix_memalign
#pragma redefine_extname malloc_usable_size gpump_heap_usable_size
#pragma redefine_extname getline gpump_heap_getline
#pragma redefine_extname getdelim gpump_heap_getdelim

#pragma redefine_extname rand gpump_host_rand
#pragma redefine_extname srand gpump_host_srand
#pragma redefine_extname random gpump_host_random
#pragma redefine_extname srandom gpump_host_srandom
#pragma redefine_extname drand48 gpump_host_drand48
#pragma redefine_extname lrand48 gpump_host_lrand48
#pragma redefine_extname mrand48 gpump_host_mrand48
#pragma redefine_extname srand48 gpump_host_srand48

/* The routines of OpenMP (omp_host.h). */
#pragma redefine_extname omp_set_num_threads gpump_omp_set_num_threads
#pragma redefine_extname omp_get_num_threads gpump_omp_get_num_threads
#pragma redefine_extname omp_get_max_threads gpump_omp_get_max_threads
#pragma redefine_extname omp_get_thread_num gpump_omp_get_thread_num
#pragma redefine_extname omp_in_parallel gpump_omp_in_parallel
#pragma redefine_extname omp_set_dynamic gpump_omp_set_dynamic
#pragma redefine_extname omp_get_dynamic gpump_omp_get_dynamic
#pragma redefine_extname omp_get_cancellation gpump_omp_get_cancellation
#pragma redefine_extname omp_set_nested gpump_omp_set_nested
#pragma redefine_extname omp_get_nested gpump_omp_get_nested
#pragma redefine_extname omp_set_schedule gpump_omp_set_schedule
#pragma redefine_extname omp_get_schedule gpump_omp_get_schedule
#pragma redefine_extname omp_get_thread_limit gpump_omp_get_thread_limit
#pragma redefine_extname omp_get_supported_active_levels gpump_omp_get_supported_active_levels
#pragma redefine_extname omp_set_max_active_levels gpump_omp_set_max_active_levels
#pragma redefine_extname omp_get_max_active_levels gpump_omp_get_max_active_levels
#pragma redefine_extname omp_get_level gpump_omp_get_level
#pragma redefine_extname omp_get_ancestor_thread_num gpump_omp_get_ancestor_thread_num
#pragma redefine_extname omp_get_team_size gpump_omp_get_team_size
#pragma redefine_extname omp_get_active_level gpump_omp_get_active_level
#pragma redefine_extname omp_get_proc_bind gpump_omp_get_proc_bind
#pragma redefine_extname omp_get_num_places gpump_omp_get_num_places
#pragma redefine_extname omp_get_place_num_procs gpump_omp_get_place_num_procs
#pragma redefine_extname omp_get_place_proc_ids gpump_omp_get_place_proc_ids
#pragma redefine_extname omp_get_place_num gpump_omp_get_place_num
#pragma redefine_extname omp_get_partition_num_places gpump_omp_get_partition_num_places
#pragma redefine_extname omp_get_partition_place_nums gpump_omp_get_partition_place_nums
#pragma redefine_extname omp_set_affinity_format gpump_omp_set_affinity_format
#pragma redefine_extname omp_get_affinity_format gpump_omp_get_affinity_format
#pragma redefine_extname omp_display_affinity gpump_omp_display_affinity
#pragma redefine_extname omp_capture_affinity gpump_omp_capture_affinity
#pragma redefine_extname omp_get_num_teams gpump_omp_get_num_teams
#pragma redefine_extname omp_get_team_num gpump_omp_get_team_num
#pragma redefine_extname omp_set_num_teams gpump_omp_set_num_teams
#pragma redefine_extname omp_get_max_teams gpump_omp_get_max_teams
#pragma redefine_extname omp_set_teams_thread_limit gpump_omp_set_teams_thread_limit
#pragma redefine_extname omp_get_teams_thread_limit gpump_omp_get_teams_thread_limit
#pragma redefine_extname omp_get_max_task_priority gpump_omp_get_max_task_priority
#pragma redefine_extname omp_in_explicit_task gpump_omp_in_explicit_task
#pragma redefine_extname omp_in_final gpump_omp_in_final
#pragma redefine_extname omp_pause_resource gpump_omp_pause_resource
#pragma redefine_extname omp_pause_resource_all gpump_omp_pause_resource_all
#pragma redefine_extname omp_get_num_procs gpump_omp_get_num_procs
#pragma redefine_extname omp_set_default_device gpump_omp_set_default_device
#pragma redefine_extname omp_get_default_device gpump_omp_get_default_device
#pragma redefine_extname omp_get_num_devices gpump_omp_get_num_devices
#pragma redefine_extname omp_get_device_num gpump_omp_get_device_num
#pragma redefine_extname omp_is_initial_device gpump_omp_is_initial_device
#pragma redefine_extname omp_get_initial_device gpump_omp_get_initial_device
#pragma redefine_extname omp_target_alloc gpump_omp_target_alloc
#pragma redefine_extname omp_target_free gpump_omp_target_free
#pragma redefine_extname omp_target_is_present gpump_omp_target_is_present
#pragma redefine_extname omp_target_is_accessible gpump_omp_target_is_accessible
#pragma redefine_extname omp_target_memcpy gpump_omp_target_memcpy
#pragma redefine_extname omp_target_memcpy_rect gpump_omp_target_memcpy_rect
#pragma redefine_extname omp_target_memcpy_async gpump_omp_target_memcpy_async
#pragma redefine_extname omp_target_memcpy_rect_async gpump_omp_target_memcpy_rect_async
#pragma redefine_extname omp_target_associate_ptr gpump_omp_target_associate_ptr
#pragma redefine_extname omp_target_disassociate_ptr gpump_omp_target_disassociate_ptr
#pragma redefine_extname omp_get_mapped_ptr gpump_omp_get_mapped_ptr
#pragma redefine_extname omp_init_lock gpump_omp_init_lock
#pragma redefine_extname omp_init_lock_with_hint gpump_omp_init_lock_with_hint
#pragma redefine_extname omp_destroy_lock gpump_omp_destroy_lock
#pragma redefine_extname omp_set_lock gpump_omp_set_lock
#pragma redefine_extname omp_unset_lock gpump_omp_unset_lock
#pragma redefine_extname omp_test_lock gpump_omp_test_lock
#pragma redefine_extname omp_init_nest_lock gpump_omp_init_nest_lock
#pragma redefine_extname omp_init_nest_lock_with_hint gpump_omp_init_nest_lock_with_hint
#pragma redefine_extname omp_destroy_nest_lock gpump_omp_destroy_nest_lock
#pragma redefine_extname omp_set_nest_lock gpump_omp_set_nest_lock
#pragma redefine_extname omp_unset_nest_lock gpump_omp_unset_nest_lock
#pragma redefine_extname omp_test_nest_lock gpump_omp_test_nest_lock
#pragma redefine_extname omp_get_wtime gpump_omp_get_wtime
#pragma redefine_extname omp_get_wtick gpump_omp_get_wtick
#pragma redefine_extname omp_fulfill_event gpump_omp_fulfill_event
#pragma redefine_extname omp_get_num_interop_properties gpump_omp_get_num_interop_properties
#pragma redefine_extname omp_get_interop_int gpump_omp_get_interop_int
#pragma redefine_extname omp_get_interop_ptr gpump_omp_get_interop_ptr
#pragma redefine_extname omp_get_interop_str gpump_omp_get_interop_str
#pragma redefine_extname omp_get_interop_name gpump_omp_get_interop_name
#pragma redefine_extname omp_get_interop_type_desc gpump_omp_get_interop_type_desc
#pragma redefine_extname omp_get_interop_rc_desc gpump_omp_get_interop_rc_desc
#pragma redefine_extname omp_init_allocator gpump_omp_init_allocator
#pragma redefine_extname omp_destroy_allocator gpump_omp_destroy_allocator
#pragma redefine_extname omp_set_default_allocator gpump_omp_set_default_allocator
#pragma redefine_extname omp_get_default_allocator gpump_omp_get_default_allocator
#pragma redefine_extname omp_alloc gpump_omp_alloc
#pragma redefine_extname omp_aligned_alloc gpump_omp_aligned_alloc
#pragma redefine_extname omp_free gpump_omp_free
#pragma redefine_extname omp_calloc gpump_omp_calloc
#pragma redefine_extname omp_aligned_calloc gpump_omp_aligned_calloc
#pragma redefine_extname omp_realloc gpump_omp_realloc
#pragma redefine_extname omp_control_tool gpump_omp_control_tool
#pragma redefine_extname omp_display_env gpump_omp_display_env

/*
 * A file that declares one of them nowhere has the type from its compiler, in old C; which is told here to know nothing of them.
 * The file's compilation defines GPUMP_DECLARES_malloc then.
 */
#ifdef GPUMP_DECLARES_malloc
void *malloc(__SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_calloc
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_realloc
void *realloc(void *, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_free
void free(void *);
#endif
#ifdef GPUMP_DECLARES_aligned_alloc
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_posix_memalign
int posix_memalign(void **, __SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_strdup
char *strdup(const char *);
#endif
#ifdef GPUMP_DECLARES_strndup
char *strndup(const char *, __SIZE_TYPE__);
#endif

/* The names that the thesis's dialect has for them. */
#pragma redefine_extname gpump_malloc gpump_heap_malloc
#pragma redefine_extname gpump_calloc gpump_heap_calloc
#pragma redefine_extname gpump_realloc gpump_heap_realloc
#pragma redefine_extname gpump_free gpump_heap_free

#endif
