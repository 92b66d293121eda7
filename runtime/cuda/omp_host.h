/*
 * The library routines of OpenMP 5.2 (chapter 18) for C, as the host's text calls them. omp.h includes this.
 */
#ifndef GPUMP_OMP_HOST_H
#define GPUMP_OMP_HOST_H

#include "omp_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Teams of threads (18.2) ---- */

void omp_set_num_threads(int num_threads);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_in_parallel(void);
void omp_set_dynamic(int dynamic);
int omp_get_dynamic(void);
int omp_get_cancellation(void);
void omp_set_nested(int nested);
int omp_get_nested(void);
void omp_set_schedule(omp_sched_t kind, int chunk_size);
void omp_get_schedule(omp_sched_t *kind, int *chunk_size);
int omp_get_thread_limit(void);
int omp_get_supported_active_levels(void);
void omp_set_max_active_levels(int max_levels);
int omp_get_max_active_levels(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
int omp_get_active_level(void);

/* ---- Where threads run (18.3) ---- */

omp_proc_bind_t omp_get_proc_bind(void);
int omp_get_num_places(void);
int omp_get_place_num_procs(int place_num);
void omp_get_place_proc_ids(int place_num, int *ids);
int omp_get_place_num(void);
int omp_get_partition_num_places(void);
void omp_get_partition_place_nums(int *place_nums);
void omp_set_affinity_format(const char *format);
__SIZE_TYPE__ omp_get_affinity_format(char *buffer, __SIZE_TYPE__ size);
void omp_display_affinity(const char *format);
__SIZE_TYPE__ omp_capture_affinity(char *buffer, __SIZE_TYPE__ size, const char *format);

/* ---- Leagues of teams (18.4), tasks (18.5), resources (18.6) ---- */

int omp_get_num_teams(void);
int omp_get_team_num(void);
void omp_set_num_teams(int num_teams);
int omp_get_max_teams(void);
void omp_set_teams_thread_limit(int thread_limit);
int omp_get_teams_thread_limit(void);
int omp_get_max_task_priority(void);
int omp_in_explicit_task(void);
int omp_in_final(void);
int omp_pause_resource(omp_pause_resource_t kind, int device_num);
int omp_pause_resource_all(omp_pause_resource_t kind);

/* ---- Devices (18.7) and their memory (18.8) ---- */

int omp_get_num_procs(void);
void omp_set_default_device(int device_num);
int omp_get_default_device(void);
int omp_get_num_devices(void);
int omp_get_device_num(void);
int omp_is_initial_device(void);
int omp_get_initial_device(void);

void *omp_target_alloc(__SIZE_TYPE__ size, int device_num);
void omp_target_free(void *device_ptr, int device_num);
int omp_target_is_present(const void *ptr, int device_num);
int omp_target_is_accessible(const void *ptr, __SIZE_TYPE__ size, int device_num);
int omp_target_memcpy(void *dst, const void *src, __SIZE_TYPE__ length, __SIZE_TYPE__ dst_offset,
                      __SIZE_TYPE__ src_offset, int dst_device_num, int src_device_num);
int omp_target_memcpy_rect(void *dst, const void *src, __SIZE_TYPE__ element_size, int num_dims,
                           const __SIZE_TYPE__ *volume, const __SIZE_TYPE__ *dst_offsets,
                           const __SIZE_TYPE__ *src_offsets, const __SIZE_TYPE__ *dst_dimensions,
                           const __SIZE_TYPE__ *src_dimensions, int dst_device_num, int src_device_num);
int omp_target_memcpy_async(void *dst, const void *src, __SIZE_TYPE__ length, __SIZE_TYPE__ dst_offset,
                            __SIZE_TYPE__ src_offset, int dst_device_num, int src_device_num,
                            int depobj_count, omp_depend_t *depobj_list);
int omp_target_memcpy_rect_async(void *dst, const void *src, __SIZE_TYPE__ element_size, int num_dims,
                                 const __SIZE_TYPE__ *volume, const __SIZE_TYPE__ *dst_offsets,
                                 const __SIZE_TYPE__ *src_offsets, const __SIZE_TYPE__ *dst_dimensions,
                                 const __SIZE_TYPE__ *src_dimensions, int dst_device_num, int src_device_num,
                                 int depobj_count, omp_depend_t *depobj_list);
int omp_target_associate_ptr(const void *host_ptr, const void *device_ptr, __SIZE_TYPE__ size,
                             __SIZE_TYPE__ device_offset, int device_num);
int omp_target_disassociate_ptr(const void *ptr, int device_num);
void *omp_get_mapped_ptr(const void *ptr, int device_num);

/* ---- Locks (18.9), the clock (18.10), events (18.11) ---- */

void omp_init_lock(omp_lock_t *lock);
void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
void omp_init_nest_lock(omp_nest_lock_t *lock);
void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint);
void omp_destroy_nest_lock(omp_nest_lock_t *lock);
void omp_set_nest_lock(omp_nest_lock_t *lock);
void omp_unset_nest_lock(omp_nest_lock_t *lock);
int omp_test_nest_lock(omp_nest_lock_t *lock);

double omp_get_wtime(void);
double omp_get_wtick(void);

void omp_fulfill_event(omp_event_handle_t event);

/* ---- Other models of parallel programs (18.12) ---- */

int omp_get_num_interop_properties(const omp_interop_t interop);
omp_intptr_t omp_get_interop_int(const omp_interop_t interop, omp_interop_property_t property, int *ret_code);
void *omp_get_interop_ptr(const omp_interop_t interop, omp_interop_property_t property, int *ret_code);
const char *omp_get_interop_str(const omp_interop_t interop, omp_interop_property_t property, int *ret_code);
const char *omp_get_interop_name(const omp_interop_t interop, omp_interop_property_t property);
const char *omp_get_interop_type_desc(const omp_interop_t interop, omp_interop_property_t property);
const char *omp_get_interop_rc_desc(const omp_interop_t interop, omp_interop_rc_t ret_code);

/* ---- Memory (18.13), tools (18.14), the environment (18.15) ---- */

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t memspace, int ntraits, const omp_alloctrait_t traits[]);
void omp_destroy_allocator(omp_allocator_handle_t allocator);
void omp_set_default_allocator(omp_allocator_handle_t allocator);
omp_allocator_handle_t omp_get_default_allocator(void);
void *omp_alloc(__SIZE_TYPE__ size, omp_allocator_handle_t allocator);
void *omp_aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size, omp_allocator_handle_t allocator);
void omp_free(void *ptr, omp_allocator_handle_t allocator);
void *omp_calloc(__SIZE_TYPE__ nmemb, __SIZE_TYPE__ size, omp_allocator_handle_t allocator);
void *omp_aligned_calloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ nmemb, __SIZE_TYPE__ size,
                         omp_allocator_handle_t allocator);
void *omp_realloc(void *ptr, __SIZE_TYPE__ size, omp_allocator_handle_t allocator,
                  omp_allocator_handle_t free_allocator);

int omp_control_tool(int command, int modifier, void *arg);

void omp_display_env(int verbose);

#ifdef __cplusplus
}
#endif

#endif
