/* The library routines in a program whose host has no regions: what they say in its serial part, and in a region. */
// TEST: host=no
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell_of_types(void)
{
    printf("%d %d %d %d %d %d %d %d %d %d\n", (int)sizeof(omp_sched_t), (int)sizeof(omp_proc_bind_t), (int)sizeof(omp_depend_t),
           (int)sizeof(omp_event_handle_t), (int)sizeof(omp_pause_resource_t), (int)sizeof(omp_memspace_handle_t),
           (int)sizeof(omp_allocator_handle_t), (int)sizeof(omp_alloctrait_key_t), (int)sizeof(omp_alloctrait_value_t),
           (int)sizeof(omp_alloctrait_t));
    printf("%d %d %d %d %d %d %d %d %d\n", omp_sched_auto, omp_proc_bind_spread, omp_pause_hard, (int)omp_low_lat_mem_space,
           (int)omp_thread_mem_alloc, omp_atk_partition, (int)omp_atv_interleaved, omp_sync_hint_speculative,
           omp_atv_default == (omp_uintptr_t)-1);
}

static void tell_of_team(void)
{
    printf("%d %d %d %d %d %d\n", omp_get_level(), omp_get_active_level(), omp_get_ancestor_thread_num(0),
           omp_get_ancestor_thread_num(1), omp_get_team_size(0), omp_get_team_size(1));
    printf("%d %d %d %d %d %d\n", omp_get_num_teams(), omp_get_team_num(), omp_get_max_teams(), omp_get_teams_thread_limit(),
           omp_in_final(), omp_get_max_task_priority());
    printf("%d %d %d %d %d %d %d\n", omp_get_cancellation(), omp_get_proc_bind(), omp_get_num_places(), omp_get_place_num_procs(0),
           omp_get_place_num(), omp_get_partition_num_places(), omp_get_thread_limit());
    printf("%d %d %d %d %d\n", omp_get_num_devices(), omp_get_default_device(), omp_get_device_num() == omp_get_initial_device(),
           omp_is_initial_device(), omp_get_max_active_levels());
}

static void tell_of_settings(void)
{
    omp_sched_t kind;
    int chunk;
    omp_set_schedule(omp_sched_dynamic, 3);
    omp_get_schedule(&kind, &chunk);
    printf("%d %d", (int)kind, chunk);
    omp_set_schedule(omp_sched_static, 0);
    omp_get_schedule(&kind, &chunk);
    printf(", %d %d\n", (int)kind, chunk);
    omp_set_max_active_levels(-1);
    omp_set_default_device(3);
    omp_set_num_teams(5);
    omp_set_teams_thread_limit(6);
    printf("%d %d %d %d\n", omp_get_max_active_levels(), omp_get_default_device(), omp_get_max_teams(),
           omp_get_teams_thread_limit());
}

static void tell_of_affinity(void)
{
    char text[64], small[8];
    int length = (int)omp_capture_affinity(text, sizeof text, "%n|%L|%0.4t|%5N|%.5T|%%|%{nesting_level}|%a");
    printf("%d %s\n", length, text);
    omp_set_affinity_format("threads of %N");
    length = (int)omp_get_affinity_format(small, sizeof small);
    printf("%d %s\n", length, small);
}

static void tell_of_memory(void)
{
    const omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_pool_size, 8192}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 3, traits);
    const size_t volume[] = {2, 3}, to_at[] = {1, 1}, from_at[] = {0, 2}, to_size[] = {4, 5}, from_size[] = {3, 6};
    int host = omp_get_initial_device(), to[20] = {0}, from[18], i;
    char *block = omp_alloc(1000, own), *second;
    printf("%d", block && (size_t)block % 256 == 0);
    printf(" %d", omp_alloc(8000, own) == NULL);
    omp_free(block, own);
    block = omp_alloc(4000, own);
    printf(" %d", block != NULL);
    omp_free(block, omp_null_allocator);
    omp_set_default_allocator(own);
    second = omp_alloc(500, omp_null_allocator);
    printf(" %d %d", (size_t)second % 256 == 0, omp_get_default_allocator() == own);
    omp_set_default_allocator(omp_default_mem_alloc);
    strcpy(second, "moved");
    second = omp_realloc(second, 100000, omp_high_bw_mem_alloc, own);
    printf(" %s", second);
    omp_free(second, omp_high_bw_mem_alloc);
    omp_destroy_allocator(own);
    block = omp_calloc(100, 7, omp_null_allocator);
    for (i = 0; i < 700; i++)
        to[0] += block[i];
    omp_free(block, omp_null_allocator);
    block = omp_aligned_alloc(4096, 4096, omp_default_mem_alloc);
    second = omp_aligned_calloc(1024, 2, 1024, omp_default_mem_alloc);
    printf(" %d %d %d %d\n", to[0], (int)((size_t)block % 4096), (int)((size_t)second % 1024), second[2047]);
    omp_free(block, omp_default_mem_alloc);
    omp_free(second, omp_default_mem_alloc);
    printf("%d %d\n", omp_alloc(0, omp_default_mem_alloc) == NULL, omp_realloc(NULL, 0, omp_null_allocator, omp_null_allocator) == NULL);

    for (i = 0; i < 18; i++)
        from[i] = i;
    printf("%d %d", omp_target_memcpy_rect(to, from, sizeof(int), 2, volume, to_at, from_at, to_size, from_size, host, host),
           omp_target_memcpy_rect(NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, NULL, host, host) > 2);
    for (i = 0; i < 20; i++)
        printf(" %d", to[i]);
    printf("\n%d", omp_target_memcpy(to, from, 3 * sizeof(int), 2 * sizeof(int), sizeof(int), host, host));
    printf(" %d %d %d %d\n", to[1], to[2], to[3], to[4]);
    block = omp_target_alloc(100, host);
    printf("%d %d %d\n", block != NULL, omp_target_is_present(block, host), omp_target_associate_ptr(block, block, 1, 0, host) != 0);
    omp_target_free(block, host);
}

/* What all threads of a region agree on, and what is wrong. */
static void tell_of_region(void)
{
    int wrong = 0, sum = 0, told[8] = {0};
    char *kept = NULL;
    omp_set_schedule(omp_sched_dynamic, 3);
#pragma omp parallel shared(wrong, sum, told, kept)
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads(), bad = 0, chunk, *block;
        omp_sched_t kind;
        omp_get_schedule(&kind, &chunk);
        bad += omp_get_level() != 1 || omp_get_active_level() != (size > 1);
        bad += omp_get_ancestor_thread_num(0) != 0 || omp_get_ancestor_thread_num(1) != me || omp_get_ancestor_thread_num(2) != -1;
        bad += omp_get_team_size(0) != 1 || omp_get_team_size(1) != size || omp_get_team_size(-1) != -1;
        bad += (kind & 0xf) != omp_sched_dynamic || chunk != 3;
        bad += omp_get_num_teams() != 1 || omp_get_team_num() != 0 || omp_in_final();
        bad += !omp_is_initial_device() || omp_get_device_num() != omp_get_initial_device();
        block = omp_alloc(100 * sizeof *block, omp_default_mem_alloc);
        block[99] = me;
        block = omp_realloc(block, 1000 * sizeof *block, omp_default_mem_alloc, omp_default_mem_alloc);
        bad += block[99] != me;
        omp_free(block, omp_null_allocator);
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        sum += me;
        if (me == 0) {
            told[0] = omp_get_max_teams();
            told[1] = omp_get_teams_thread_limit();
            told[2] = omp_get_default_device();
            told[3] = omp_get_num_places();
            told[4] = omp_get_cancellation();
            told[5] = omp_get_max_task_priority();
            told[6] = omp_get_proc_bind();
            told[7] = omp_get_thread_limit();
            kept = omp_calloc(10, 10, omp_null_allocator);
        }
    }
    printf("%d wrong, %d: %d %d %d %d %d %d %d %d, %d\n", wrong, sum, told[0], told[1], told[2], told[3], told[4], told[5], told[6],
           told[7], kept[99]);
    omp_free(kept, omp_null_allocator);
}

int main(void)
{
    tell_of_types();
    tell_of_team();
    tell_of_settings();
    tell_of_affinity();
    tell_of_memory();
    tell_of_region();
    return 0;
}
