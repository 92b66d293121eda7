/*
 * OpenMP 5.2: its new rules, the list of all constructs and directives, and
 * the combined and composite directives.
 */
parser grammar OpenMP52;

options { tokenVocab = CLexer; }

openmp_construct
    : parallel_construct
    | for_construct
    | sections_construct
    | single_construct
    | parallel_for_construct
    | parallel_sections_construct
    | master_construct
    | critical_construct
    | atomic_construct
    | ordered_construct
    | simd_construct
    | for_simd_construct
    | parallel_for_simd_construct
    | task_construct
    | taskgroup_construct
    | taskloop_construct
    | target_construct
    | target_data_construct
    | teams_construct
    | distribute_construct
    | loop_construct
    | masked_construct
    | scope_construct
    | tile_construct
    | unroll_construct
    | fuse_construct
    | interchange_construct
    | reverse_construct
    | split_construct
    | stripe_construct
    | assume_construct
    | dispatch_construct
    | metadirective_construct
    | begin_metadirective_construct
    | combined_construct
    ;

openmp_directive
    : barrier_directive
    | flush_directive
    | taskwait_directive
    | taskyield_directive
    | target_enter_data_directive
    | target_exit_data_directive
    | target_update_directive
    | cancel_directive
    | cancellation_point_directive
    | ordered_standalone_directive
    | scan_directive
    | depobj_directive
    | interop_directive
    | error_directive
    | nothing_directive
    | metadirective_standalone_directive
    ;

declarative_directive
    : threadprivate_directive
    | declare_simd_directive
    | declare_reduction_directive
    | declare_target_directive
    | begin_declare_target_directive
    | end_declare_target_directive
    | declare_variant_directive
    | begin_declare_variant_directive
    | end_declare_variant_directive
    | declare_mapper_directive
    | requires_directive
    | allocate_directive
    | assumes_directive
    | begin_assumes_directive
    | end_assumes_directive
    ;

combined_construct
    : combined_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 17.3 of OpenMP 5.2
combined_directive
    : openmp_pragma combined_words {this.enterConstruct();} combined_clauseoptseq NewLine {this.exitDirective();}
    ;

combined_words
    : 'parallel' 'loop'                                             // 5.0
    | 'parallel' 'master'                                           // 5.0
    | 'parallel' 'masked'                                           // 5.1
    | 'master' 'taskloop'                                           // 5.0
    | 'master' 'taskloop' 'simd'                                    // 5.0
    | 'masked' 'taskloop'                                           // 5.1
    | 'masked' 'taskloop' 'simd'                                    // 5.1
    | 'parallel' 'master' 'taskloop'                                // 5.0
    | 'parallel' 'master' 'taskloop' 'simd'                         // 5.0
    | 'parallel' 'masked' 'taskloop'                                // 5.1
    | 'parallel' 'masked' 'taskloop' 'simd'                         // 5.1
    | 'taskloop' 'simd'                                             // 4.5
    | 'distribute' 'simd'                                           // 4.0
    | 'distribute' 'parallel' 'for'                                 // 4.0
    | 'distribute' 'parallel' 'for' 'simd'                          // 4.0
    | 'teams' 'loop'                                                // 5.0
    | 'teams' 'distribute'                                          // 4.0
    | 'teams' 'distribute' 'simd'                                   // 4.0
    | 'teams' 'distribute' 'parallel' 'for'                         // 4.0
    | 'teams' 'distribute' 'parallel' 'for' 'simd'                  // 4.0
    | 'target' 'parallel'                                           // 4.5
    | 'target' 'parallel' 'for'                                     // 4.5
    | 'target' 'parallel' 'for' 'simd'                              // 4.5
    | 'target' 'parallel' 'loop'                                    // 5.0
    | 'target' 'simd'                                               // 4.5
    | 'target' 'teams'                                              // 4.0
    | 'target' 'teams' 'loop'                                       // 5.0
    | 'target' 'teams' 'distribute'                                 // 4.0
    | 'target' 'teams' 'distribute' 'simd'                          // 4.0
    | 'target' 'teams' 'distribute' 'parallel' 'for'                // 4.0
    | 'target' 'teams' 'distribute' 'parallel' 'for' 'simd'         // 4.0
    ;

// A combined directive takes what its parts take (section 17.2).
combined_clauseoptseq
    : combined_clause*
    ;

combined_clause
    : if_clause
    | num_threads_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | shared_clause
    | copyin_clause
    | reduction_clause
    | in_reduction_clause
    | loop_ordered_clause
    | schedule_clause
    | collapse_clause
    | nowait_clause
    | safelen_clause
    | simdlen_clause
    | aligned_clause
    | linear_clause
    | nontemporal_clause
    | order_clause
    | bind_clause
    | proc_bind_clause
    | allocate_clause
    | final_clause
    | untied_clause
    | mergeable_clause
    | priority_clause
    | grainsize_clause
    | num_tasks_clause
    | nogroup_clause
    | filter_clause
    | num_teams_clause
    | thread_limit_clause
    | dist_schedule_clause
    | device_clause
    | map_clause
    | is_device_ptr_clause
    | has_device_addr_clause
    | defaultmap_clause
    | depend_clause
    | uses_allocators_clause
    ;

linear_modifiers
    : linear_post_modifier (',' linear_post_modifier)*
    ;

linear_post_modifier
    : 'step' '(' expression ')'
    | linear_modifier
    ;

// section 6.8
allocator_modifier
    : 'memspace' '(' expression ')'
    | 'traits' '(' expression ')'
    ;
