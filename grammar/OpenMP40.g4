/*
 * OpenMP 4.0 and 4.5: what they add to the rules of earlier versions. A rule in
 * this file replaces the earlier rule of the same name.
 */
parser grammar OpenMP40;

options { tokenVocab = CLexer; }

// Loops whose iterations run together ---------------------------------------------

simd_construct
    : simd_directive loop_nest {this.exitSimdConstruct();}
    ;

// section 2.8.1 of OpenMP 4.0
simd_directive
    : openmp_pragma 'simd' {this.enterConstruct();} simd_clauseoptseq NewLine {this.exitDirective();}
    ;

simd_clauseoptseq
    : simd_clause*
    ;

simd_clause
    : if_clause                                                     // 5.0
    | private_clause
    | lastprivate_clause
    | reduction_clause
    | collapse_clause
    | safelen_clause
    | simdlen_clause
    | aligned_clause
    | linear_clause
    | nontemporal_clause
    | order_clause
    ;

// section 2.8.1 of OpenMP 4.0
safelen_clause
    : 'safelen' '(' expression ')' {this.safelenClause();}
    ;

// 4.5, section 2.8.1 of OpenMP 4.5
simdlen_clause
    : 'simdlen' '(' expression ')' {this.simdlenClause();}
    ;

// section 2.8.1 of OpenMP 4.0
aligned_clause
    : 'aligned' '(' identifier_list ')' {this.alignedClause();}
    | 'aligned' '(' identifier_list ':' expression ')' {this.alignedClause();}
    ;

// section 2.14.3.7 of OpenMP 4.0
linear_clause
    : 'linear' '(' identifier_list linear_step? ')' {this.linearClause();}
    | 'linear' '(' linear_modifier '(' identifier_list ')' linear_step? ')' {this.linearClause();}      // 4.5
    ;

linear_step
    : ':' linear_modifiers                                          // 5.2
    | ':' expression
    ;

linear_modifier
    : 'val'
    | 'ref'
    | 'uval'
    ;

for_simd_construct
    : for_simd_directive loop_nest {this.exitForConstruct();}
    ;

// section 2.8.3 of OpenMP 4.0
for_simd_directive
    : openmp_pragma 'for' 'simd' {this.enterConstruct();} for_simd_clauseoptseq NewLine {this.exitDirective();}
    ;

for_simd_clauseoptseq
    : for_simd_clause*
    ;

for_simd_clause
    : if_clause                                                     // 5.0
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | reduction_clause
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
    | allocate_clause
    ;

parallel_for_simd_construct
    : parallel_for_simd_directive loop_nest {this.exitParallelForConstruct();}
    ;

// section 2.10.4 of OpenMP 4.0
parallel_for_simd_directive
    : openmp_pragma 'parallel' 'for' 'simd' {this.enterConstruct();} parallel_for_simd_clauseoptseq
      NewLine {this.exitDirective();}
    ;

parallel_for_simd_clauseoptseq
    : parallel_for_simd_clause*
    ;

parallel_for_simd_clause
    : if_clause
    | num_threads_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | shared_clause
    | copyin_clause
    | reduction_clause
    | loop_ordered_clause
    | schedule_clause
    | collapse_clause
    | safelen_clause
    | simdlen_clause
    | aligned_clause
    | linear_clause
    | nontemporal_clause
    | order_clause
    | proc_bind_clause
    | allocate_clause
    ;

// section 7.7 of OpenMP 5.2
declare_simd_directive
    : openmp_pragma 'declare' 'simd' declare_simd_clauseoptseq NewLine {this.exitDeclarativeDirective();}
    ;

declare_simd_clauseoptseq
    : declare_simd_clause*
    ;

declare_simd_clause
    : declared_simdlen_clause
    | declared_linear_clause
    | declared_aligned_clause
    | uniform_clause
    | branch_clause
    ;

// section 10.4.3 of OpenMP 5.2
declared_simdlen_clause
    : 'simdlen' '(' expression ')'
    ;

// section 5.4.6 of OpenMP 5.2
declared_linear_clause
    : 'linear' '(' identifier_list linear_step? ')'
    | 'linear' '(' linear_modifier '(' identifier_list ')' linear_step? ')'     // 4.5
    ;

// section 5.11 of OpenMP 5.2
declared_aligned_clause
    : 'aligned' '(' identifier_list ')'
    | 'aligned' '(' identifier_list ':' expression ')'
    ;

// section 5.10 of OpenMP 5.2
uniform_clause
    : 'uniform' '(' identifier_list ')'
    ;

// section 7.7.1 of OpenMP 5.2
branch_clause
    : 'inbranch'
    | 'notinbranch'
    ;

// Loops and parallel regions --------------------------------------------------------

for_construct
    : for_directive loop_nest {this.exitForConstruct();}
    ;

parallel_for_construct
    : parallel_for_directive loop_nest {this.exitParallelForConstruct();}
    ;

// section 10.1.4 of OpenMP 5.2
proc_bind_clause
    : 'proc_bind' '(' proc_bind_policy ')' {this.clause();}
    ;

proc_bind_policy
    : 'master'
    | 'primary'                                                     // 5.1
    | 'close'
    | 'spread'
    ;

directive_name_modifier
    : 'parallel'
    | 'simd'                                                        // 5.0
    | 'task'
    | 'taskloop'
    | 'cancel'                                                      // 5.0
    | 'teams'                                                       // 5.2
    | 'target'
    | 'target' 'data'
    | 'target' 'enter' 'data'
    | 'target' 'exit' 'data'
    | 'target' 'update'
    ;

schedule_modifiers
    : schedule_modifier ':'
    | schedule_modifier ',' schedule_modifier ':'
    ;

schedule_modifier
    : 'monotonic'
    | 'nonmonotonic'
    | 'simd'
    ;

// section 5.5.11 of OpenMP 5.2
declare_reduction_directive
    : openmp_pragma 'declare' 'reduction' '(' reduction_operator ':' type_list ':' operator_expression ')'
      initializer_clause? NewLine {this.exitDeclarativeDirective();}
    ;

type_list
    : type_name (',' type_name)*
    ;

initializer_clause
    : 'initializer' '(' operator_expression ')'
    ;

// Of `omp_out` and `omp_in`, or `omp_priv` and `omp_orig`, which the directive declares.
operator_expression
    : expression
    | identifier '=' braced_initializer
    ;

// What names nothing of the program's scope.
declared_expression
    : balanced_token+
    ;

// Tasks ---------------------------------------------------------------------------------

// section 15.9.5 of OpenMP 5.2
depend_clause
    : 'depend' '(' dependence_type ':' locator_list ')' {this.clause();}
    | 'depend' '(' {this.enterScope();} iterator_modifier ',' dependence_type ':' locator_list ')'
      {this.clause();} {this.exitScope();}                          // 5.0
    ;

dependence_type
    : 'in'
    | 'out'
    | 'inout'
    | 'mutexinoutset'                                               // 5.0
    | 'depobj'                                                      // 5.0
    | 'inoutset'                                                    // 5.1
    ;

// 4.5, section 12.4 of OpenMP 5.2
priority_clause
    : 'priority' '(' expression ')' {this.clause();}
    ;

taskgroup_construct
    : taskgroup_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 15.4 of OpenMP 5.2
taskgroup_directive
    : openmp_pragma 'taskgroup' {this.enterConstruct();} taskgroup_clauseoptseq NewLine {this.exitDirective();}
    ;

taskgroup_clauseoptseq
    : taskgroup_clause*
    ;

taskgroup_clause
    : task_reduction_clause
    | allocate_clause
    ;

taskloop_construct
    : taskloop_directive loop_nest {this.exitExecutableConstruct();}
    ;

// 4.5, section 12.6 of OpenMP 5.2
taskloop_directive
    : openmp_pragma 'taskloop' {this.enterConstruct();} taskloop_clauseoptseq NewLine {this.exitDirective();}
    ;

taskloop_clauseoptseq
    : taskloop_clause*
    ;

taskloop_clause
    : if_clause
    | shared_clause
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | reduction_clause                                              // 5.0
    | in_reduction_clause
    | default_clause
    | grainsize_clause
    | num_tasks_clause
    | collapse_clause
    | final_clause
    | priority_clause
    | untied_clause
    | mergeable_clause
    | nogroup_clause
    | allocate_clause
    ;

// 4.5, section 12.6.1 of OpenMP 5.2
grainsize_clause
    : 'grainsize' '(' expression ')' {this.clause();}
    | 'grainsize' '(' 'strict' ':' expression ')' {this.clause();}  // 5.1
    ;

// 4.5, section 12.6.2 of OpenMP 5.2
num_tasks_clause
    : 'num_tasks' '(' expression ')' {this.clause();}
    | 'num_tasks' '(' 'strict' ':' expression ')' {this.clause();}  // 5.1
    ;

// 4.5, section 15.7 of OpenMP 5.2
nogroup_clause
    : 'nogroup' {this.clause();}
    ;

// Devices -------------------------------------------------------------------------------

target_data_construct
    : target_data_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 13.5 of OpenMP 5.2
target_data_directive
    : openmp_pragma 'target' 'data' {this.enterConstruct();} target_data_clauseoptseq NewLine {this.exitDirective();}
    ;

target_data_clauseoptseq
    : target_data_clause*
    ;

target_data_clause
    : if_clause
    | device_clause
    | map_clause
    | use_device_ptr_clause
    | use_device_addr_clause
    ;

// 4.5, section 13.6 of OpenMP 5.2
target_enter_data_directive
    : openmp_pragma 'target' 'enter' 'data' target_enter_data_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

target_enter_data_clauseoptseq
    : target_enter_data_clause*
    ;

target_enter_data_clause
    : if_clause
    | device_clause
    | map_clause
    | depend_clause
    | nowait_clause
    ;

// 4.5, section 13.7 of OpenMP 5.2
target_exit_data_directive
    : openmp_pragma 'target' 'exit' 'data' target_exit_data_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

target_exit_data_clauseoptseq
    : target_exit_data_clause*
    ;

target_exit_data_clause
    : if_clause
    | device_clause
    | map_clause
    | depend_clause
    | nowait_clause
    ;

// section 13.9 of OpenMP 5.2
target_update_directive
    : openmp_pragma 'target' 'update' target_update_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

target_update_clauseoptseq
    : target_update_clause*
    ;

target_update_clause
    : if_clause
    | device_clause
    | motion_clause
    | depend_clause                                                 // 4.5
    | nowait_clause                                                 // 4.5
    ;

target_construct
    : target_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 13.8 of OpenMP 5.2
target_directive
    : openmp_pragma 'target' {this.enterConstruct();} target_clauseoptseq NewLine {this.exitDirective();}
    ;

target_clauseoptseq
    : target_clause*
    ;

target_clause
    : if_clause
    | device_clause
    | thread_limit_clause                                           // 5.1
    | private_clause                                                // 4.5
    | firstprivate_clause                                           // 4.5
    | in_reduction_clause
    | map_clause
    | is_device_ptr_clause
    | has_device_addr_clause
    | defaultmap_clause
    | nowait_clause                                                 // 4.5
    | depend_clause                                                 // 4.5
    | allocate_clause
    | uses_allocators_clause
    ;

// section 13.2 of OpenMP 5.2
device_clause
    : 'device' '(' expression ')' {this.clause();}
    | 'device' '(' device_modifier ':' expression ')' {this.clause();}          // 5.0
    ;

device_modifier
    : 'ancestor'
    | 'device_num'
    ;

// section 5.8.3 of OpenMP 5.2
map_clause
    : 'map' '(' locator_list ')' {this.clause();}
    | 'map' '(' map_type ':' locator_list ')' {this.clause();}
    | 'map' '(' {this.enterScope();} ( map_modifier ','? )+ map_type ':' locator_list ')' {this.clause();} {this.exitScope();}   // 4.5
    ;

map_modifier
    : 'always'
    | 'close'                                                       // 5.0
    | 'mapper' '(' mapper_identifier ')'                            // 5.0
    | 'present'                                                     // 5.1
    | iterator_modifier                                             // 5.1
    ;

map_type
    : 'to'
    | 'from'
    | 'tofrom'
    | 'alloc'
    | 'release'                                                     // 4.5
    | 'delete'                                                      // 4.5
    ;

// section 5.9 of OpenMP 5.2
motion_clause
    : ( 'to' | 'from' ) '(' locator_list ')' {this.clause();}
    | ( 'to' | 'from' ) '(' {this.enterScope();} motion_modifier (',' motion_modifier)* ':' locator_list ')'
      {this.clause();} {this.exitScope();}                          // 5.0
    ;

motion_modifier
    : 'mapper' '(' mapper_identifier ')'
    | 'present'                                                     // 5.1
    | iterator_modifier                                             // 5.1
    ;

mapper_identifier
    : identifier
    | 'default'
    ;

// 4.5, section 5.4.8 of OpenMP 5.2
use_device_ptr_clause
    : 'use_device_ptr' '(' identifier_list ')' {this.clause();}
    ;

// 4.5, section 5.4.7 of OpenMP 5.2
is_device_ptr_clause
    : 'is_device_ptr' '(' identifier_list ')' {this.clause();}
    ;

// 4.5, section 5.8.7 of OpenMP 5.2
defaultmap_clause
    : 'defaultmap' '(' implicit_behavior ')' {this.clause();}                               // 5.0
    | 'defaultmap' '(' implicit_behavior ':' variable_category ')' {this.clause();}
    ;

implicit_behavior
    : 'alloc'                                                       // 5.0
    | 'to'                                                          // 5.0
    | 'from'                                                        // 5.0
    | 'tofrom'
    | 'firstprivate'                                                // 5.0
    | 'none'                                                        // 5.0
    | 'default'                                                     // 5.0
    | 'present'                                                     // 5.1
    ;

variable_category
    : 'scalar'
    | 'aggregate'                                                   // 5.0
    | 'pointer'                                                     // 5.0
    | 'all'                                                         // 5.2
    ;

// section 7.8.1 of OpenMP 5.2
declare_target_directive
    : openmp_pragma 'declare' 'target' declare_target_clauseoptseq NewLine {this.exitDeclarativeDirective();}
    | openmp_pragma 'declare' 'target' '(' identifier_list ')' NewLine {this.exitDeclarativeDirective();}
    ;

declare_target_clauseoptseq
    : declare_target_clause*
    ;

declare_target_clause
    : extended_list_clause
    | device_type_clause
    | indirect_clause
    ;

// section 5.8 of OpenMP 5.2
extended_list_clause
    : 'to' '(' identifier_list ')'                                  // 4.5
    | 'link' '(' identifier_list ')'                                // 4.5
    | 'enter' '(' identifier_list ')'                               // 5.2
    ;

// section 7.8.2 of OpenMP 5.2
end_declare_target_directive
    : openmp_pragma 'end' 'declare' 'target' NewLine {this.exitDeclarativeDirective();}
    ;

// Teams -----------------------------------------------------------------------------------

teams_construct
    : teams_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 10.2 of OpenMP 5.2
teams_directive
    : openmp_pragma 'teams' {this.enterConstruct();} teams_clauseoptseq NewLine {this.exitDirective();}
    ;

teams_clauseoptseq
    : teams_clause*
    ;

teams_clause
    : if_clause                                                     // 5.2
    | num_teams_clause
    | thread_limit_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | shared_clause
    | reduction_clause
    | allocate_clause
    ;

// section 10.2.1 of OpenMP 5.2
num_teams_clause
    : 'num_teams' '(' expression teams_upper_bound? ')' {this.clause();}
    ;

// 5.1
teams_upper_bound
    : ':' expression
    ;

// section 13.3 of OpenMP 5.2
thread_limit_clause
    : 'thread_limit' '(' expression ')' {this.clause();}
    ;

distribute_construct
    : distribute_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.6 of OpenMP 5.2
distribute_directive
    : openmp_pragma 'distribute' {this.enterConstruct();} distribute_clauseoptseq NewLine {this.exitDirective();}
    ;

distribute_clauseoptseq
    : distribute_clause*
    ;

distribute_clause
    : private_clause
    | firstprivate_clause
    | lastprivate_clause                                            // 4.5
    | collapse_clause
    | dist_schedule_clause
    | order_clause
    | allocate_clause
    ;

// section 11.6.1 of OpenMP 5.2
dist_schedule_clause
    : 'dist_schedule' '(' 'static' ')' {this.clause();}
    | 'dist_schedule' '(' 'static' ',' expression ')' {this.clause();}
    ;

// Synchronization ---------------------------------------------------------------------------

// 2.5, section 2.7.2
critical_directive
    : openmp_pragma 'critical' {this.enterConstruct();} region_phrase? critical_clauseoptseq NewLine {this.exitDirective();}
    ;

critical_clauseoptseq
    : critical_clause*
    ;

// 4.5
critical_clause
    : hint_clause
    ;

// 2.5, section 2.7.6
ordered_directive
    : openmp_pragma 'ordered' {this.enterConstruct();} ordered_clauseoptseq NewLine {this.exitDirective();}
    ;

ordered_clauseoptseq
    : ordered_clause*
    ;

// 4.5, section 2.13.8 of OpenMP 4.5
ordered_clause
    : 'threads' {this.orderedThreadsClause();}
    | 'simd' {this.orderedSimdClause();}
    ;

// 4.5, section 15.10.1 of OpenMP 5.2
ordered_standalone_directive
    : openmp_pragma 'ordered' doacross_clause+ NewLine {this.exitStandaloneDirective();}
    ;

// 4.5, section 15.9.6 of OpenMP 5.2
doacross_clause
    : 'depend' '(' 'source' ')' {this.clause();}
    | 'depend' '(' 'sink' ':' expression ')' {this.clause();}
    | 'doacross' '(' 'source' ':' iteration_now? ')' {this.clause();}           // 5.2
    | 'doacross' '(' 'sink' ':' doacross_vector ')' {this.clause();}            // 5.2
    ;

iteration_now
    : 'omp_cur_iteration'
    ;

doacross_vector
    : 'omp_cur_iteration' '-' expression
    | expression
    ;

// Cancellation --------------------------------------------------------------------------------

// section 16.1 of OpenMP 5.2
cancel_directive
    : openmp_pragma 'cancel' cancelled_construct cancel_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

cancelled_construct
    : 'parallel'
    | 'sections'
    | 'for'
    | 'taskgroup'
    ;

cancel_clauseoptseq
    : cancel_clause*
    ;

cancel_clause
    : if_clause
    ;

// section 16.2 of OpenMP 5.2
cancellation_point_directive
    : openmp_pragma 'cancellation' 'point' cancelled_construct NewLine {this.exitStandaloneDirective();}
    ;

// Lists -----------------------------------------------------------------------------------------

// What may stand in `map` and `depend`: what an address can be taken of, and parts of arrays (section 3.2.1 of OpenMP 5.2).
locator_list
    : locator (',' locator)*
    ;

locator
    : 'omp_all_memory'                                              // 5.1
    | locator_primary locator_suffix*
    | '*' locator_pointer                                           // 5.0
    | array_shape locator                                           // 5.0
    ;

// What leads to such a place.
locator_pointer
    : locator
    | '&' locator
    | '(' type_name ')' locator_pointer
    ;

locator_primary
    : Identifier {this.reference();}
    | '(' expression ')'
    | '(' array_shape locator ')'                                   // 5.0
    ;

locator_suffix
    : array_section
    | '.' Identifier
    | '->' Identifier
    ;

// section 3.2.5 of OpenMP 5.2
array_section
    : '[' expression? section_length? ']'
    ;

section_length
    : ':' expression? section_stride?
    ;

// 5.0
section_stride
    : ':' expression?
    ;

section_list
    : section_item (',' section_item)*
    ;

section_item
    : identifier array_section*
    ;

// The statement of a construct that shares loops out (section 4.4.1 of OpenMP 5.2).
loop_nest
    : iteration_statement
    | tile_construct                                                // 5.1
    | unroll_construct                                              // 5.1
    | fuse_construct                                                // 6.0
    | interchange_construct                                         // 6.0
    | reverse_construct                                             // 6.0
    | split_construct                                               // 6.0
    | stripe_construct                                              // 6.0
    ;
