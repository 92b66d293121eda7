/*
 * OpenMP 5.1: the rules of earlier versions that it changed, and its new ones.
 */
parser grammar OpenMP51;

options { tokenVocab = CLexer; }

// Clauses of earlier constructs -----------------------------------------------------

// section 15.8.4 of OpenMP 5.2
atomic_clause
    : atomic_operation
    | memory_order_clause
    | hint_clause                                                   // 5.0
    | extended_atomic_clause
    ;

// section 15.8.3 of OpenMP 5.2
extended_atomic_clause
    : 'compare' {this.clause();}
    | 'weak' {this.clause();}
    | 'fail' '(' ( 'seq_cst' | 'acquire' | 'relaxed' ) ')' {this.clause();}
    ;

order_modifier
    : 'reproducible'
    | 'unconstrained'
    ;

allocate_modifier
    : 'allocator' '(' expression ')'
    | 'align' '(' expression ')'
    ;

// section 5.4.9 of OpenMP 5.2
has_device_addr_clause
    : 'has_device_addr' '(' section_list ')' {this.clause();}
    ;

// section 7.8.3 of OpenMP 5.2
indirect_clause
    : 'indirect'
    | 'indirect' '(' expression ')'
    ;

// section 7.5.2 of OpenMP 5.2
adjust_args_clause
    : 'adjust_args' '(' ( 'need_device_ptr' | 'nothing' ) ':' identifier_list ')'
    ;

// section 7.5.3 of OpenMP 5.2
append_args_clause
    : 'append_args' '(' appended_argument (',' appended_argument)* ')'
    ;

appended_argument
    : 'interop' '(' interop_modifier (',' interop_modifier)* ')'
    ;

// Constructs --------------------------------------------------------------------------

masked_construct
    : masked_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 10.5 of OpenMP 5.2
masked_directive
    : openmp_pragma 'masked' {this.enterConstruct();} masked_clauseoptseq NewLine {this.exitDirective();}
    ;

masked_clauseoptseq
    : masked_clause*
    ;

masked_clause
    : filter_clause
    ;

// section 10.5.1 of OpenMP 5.2
filter_clause
    : 'filter' '(' expression ')' {this.clause();}
    ;

scope_construct
    : scope_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 11.2 of OpenMP 5.2
scope_directive
    : openmp_pragma 'scope' {this.enterConstruct();} scope_clauseoptseq NewLine {this.exitDirective();}
    ;

scope_clauseoptseq
    : scope_clause*
    ;

scope_clause
    : private_clause
    | firstprivate_clause                                           // 5.2
    | reduction_clause
    | allocate_clause                                               // 5.2
    | nowait_clause
    ;

tile_construct
    : tile_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 9.1 of OpenMP 5.2
tile_directive
    : openmp_pragma 'tile' {this.enterConstruct();} tile_clause NewLine {this.exitDirective();}
    ;

// section 9.1.1 of OpenMP 5.2
tile_clause
    : 'sizes' '(' expression ')' {this.clause();}
    ;

unroll_construct
    : unroll_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 9.2 of OpenMP 5.2
unroll_directive
    : openmp_pragma 'unroll' {this.enterConstruct();} unroll_clauseoptseq NewLine {this.exitDirective();}
    ;

unroll_clauseoptseq
    : unroll_clause*
    ;

unroll_clause
    : 'full' {this.clause();}
    | 'partial' {this.clause();}
    | 'partial' '(' expression ')' {this.clause();}
    ;

assume_construct
    : assume_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 8.3 of OpenMP 5.2
assume_directive
    : openmp_pragma 'assume' {this.enterConstruct();} assume_clauseoptseq NewLine {this.exitDirective();}
    ;

assume_clauseoptseq
    : assumption_clause*
    ;

assumption_clause
    : 'absent' '(' assumed_directive (',' assumed_directive)* ')' {this.clause();}
    | 'contains' '(' assumed_directive (',' assumed_directive)* ')' {this.clause();}
    | 'holds' '(' expression ')' {this.clause();}
    | 'no_openmp' {this.clause();}
    | 'no_openmp_routines' {this.clause();}
    | 'no_parallelism' {this.clause();}
    ;

// A directive's name; the checks know them all.
assumed_directive
    : ( identifier | 'for' )+
    ;

dispatch_construct
    : dispatch_directive expression_statement {this.exitExecutableConstruct();}
    ;

// section 7.6 of OpenMP 5.2
dispatch_directive
    : openmp_pragma 'dispatch' {this.enterConstruct();} dispatch_clauseoptseq NewLine {this.exitDirective();}
    ;

dispatch_clauseoptseq
    : dispatch_clause*
    ;

dispatch_clause
    : device_clause
    | depend_clause
    | nowait_clause
    | novariants_clause
    | nocontext_clause
    | is_device_ptr_clause
    | has_device_addr_clause                                        // 5.2
    ;

// section 7.6.1 of OpenMP 5.2
novariants_clause
    : 'novariants' '(' expression ')' {this.clause();}
    ;

// section 7.6.2 of OpenMP 5.2
nocontext_clause
    : 'nocontext' '(' expression ')' {this.clause();}
    ;

// Directives without a statement ------------------------------------------------------

// section 8.5 of OpenMP 5.2
error_directive
    : openmp_pragma 'error' error_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

error_clauseoptseq
    : error_clause*
    ;

error_clause
    : 'at' '(' ( 'compilation' | 'execution' ) ')' {this.clause();}
    | 'severity' '(' ( 'fatal' | 'warning' ) ')' {this.clause();}
    | 'message' '(' expression ')' {this.clause();}
    ;

// section 8.4 of OpenMP 5.2
nothing_directive
    : openmp_pragma 'nothing' NewLine {this.exitStandaloneDirective();}
    ;

// section 14.1 of OpenMP 5.2
interop_directive
    : openmp_pragma 'interop' interop_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

interop_clauseoptseq
    : interop_clause*
    ;

interop_clause
    : init_clause
    | use_clause
    | interop_destroy_clause
    | device_clause
    | depend_clause
    | nowait_clause
    ;

// section 14.1.2 of OpenMP 5.2
init_clause
    : 'init' '(' interop_modifier (',' interop_modifier)* ':' locator ')' {this.clause();}
    ;

interop_modifier
    : 'target'
    | 'targetsync'
    | 'prefer_type' '(' expression ')'
    ;

// section 14.1.3 of OpenMP 5.2
use_clause
    : 'use' '(' locator ')' {this.clause();}
    ;

// section 3.5 of OpenMP 5.2
interop_destroy_clause
    : 'destroy' '(' locator ')' {this.clause();}
    ;

// Directives of the file --------------------------------------------------------------

// section 8.3 of OpenMP 5.2
assumes_directive
    : openmp_pragma 'assumes' assumes_clauseoptseq NewLine {this.exitDeclarativeDirective();}
    ;

assumes_clauseoptseq
    : declared_assumption_clause*
    ;

declared_assumption_clause
    : 'absent' '(' assumed_directive (',' assumed_directive)* ')'
    | 'contains' '(' assumed_directive (',' assumed_directive)* ')'
    | 'holds' '(' declared_expression ')'
    | 'no_openmp'
    | 'no_openmp_routines'
    | 'no_parallelism'
    ;

// section 8.3 of OpenMP 5.2
begin_assumes_directive
    : openmp_pragma 'begin' 'assumes' begin_assumes_clauseoptseq NewLine {this.exitDeclarativeDirective();}
    ;

begin_assumes_clauseoptseq
    : declared_assumption_clause*
    ;

// section 8.3 of OpenMP 5.2
end_assumes_directive
    : openmp_pragma 'end' 'assumes' NewLine {this.exitDeclarativeDirective();}
    ;

// section 7.8.2 of OpenMP 5.2
begin_declare_target_directive
    : openmp_pragma 'begin' 'declare' 'target' begin_declare_target_clauseoptseq NewLine
      {this.exitDeclarativeDirective();}
    ;

begin_declare_target_clauseoptseq
    : begin_declare_target_clause*
    ;

begin_declare_target_clause
    : device_type_clause
    | indirect_clause
    ;

// section 7.5.5 of OpenMP 5.2
begin_declare_variant_directive
    : openmp_pragma 'begin' 'declare' 'variant' begin_declare_variant_clauseoptseq NewLine
      {this.exitDeclarativeDirective();}
    ;

begin_declare_variant_clauseoptseq
    : begin_declare_variant_clause*
    ;

begin_declare_variant_clause
    : match_clause
    ;

// section 7.5.5 of OpenMP 5.2
end_declare_variant_directive
    : openmp_pragma 'end' 'declare' 'variant' NewLine {this.exitDeclarativeDirective();}
    ;
