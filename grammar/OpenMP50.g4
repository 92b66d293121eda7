/*
 * OpenMP 5.0: the rules of earlier versions that it changed, and its new ones.
 */
parser grammar OpenMP50;

options { tokenVocab = CLexer; }

// Clauses of earlier constructs -----------------------------------------------------

// section 2.17.7 of OpenMP 5.0
memory_order_clause
    : 'seq_cst' {this.atomicClause();}                              // 4.0, section 2.12.6 of OpenMP 4.0
    | 'acq_rel' {this.atomicClause();}
    | 'release' {this.atomicClause();}
    | 'acquire' {this.atomicClause();}
    | 'relaxed' {this.atomicClause();}
    ;

// 4.5, section 2.17.7 of OpenMP 5.0
hint_clause
    : 'hint' '(' expression ')' {this.atomicClause();}
    ;

reduction_modifier
    : 'inscan'
    | 'task'
    | 'default'
    ;

// section 5.5.9 of OpenMP 5.2
task_reduction_clause
    : 'task_reduction' '(' reduction_operator ':' reduction_list ')' {this.clause();}
    ;

// section 5.5.10 of OpenMP 5.2
in_reduction_clause
    : 'in_reduction' '(' reduction_operator ':' reduction_list ')' {this.clause();}
    ;

// section 12.5.1 of OpenMP 5.2
affinity_clause
    : 'affinity' '(' locator_list ')' {this.clause();}
    | 'affinity' '(' {this.enterScope();} iterator_modifier ':' locator_list ')' {this.clause();} {this.exitScope();}
    ;

// section 12.5.2 of OpenMP 5.2
detach_clause
    : 'detach' '(' identifier ')' {this.clause();}
    ;

// section 6.6 of OpenMP 5.2
allocate_clause
    : 'allocate' '(' allocate_modifier (',' allocate_modifier)* allocated_list ')' {this.clause();}     // 5.1
    | 'allocate' '(' expression allocated_list? ')' {this.clause();}
    ;

allocated_list
    : ':' identifier_list
    ;

// section 10.3 of OpenMP 5.2
order_clause
    : 'order' '(' 'concurrent' ')' {this.clause();}
    | 'order' '(' order_modifier ':' 'concurrent' ')' {this.clause();}          // 5.1
    ;

// section 10.4.1 of OpenMP 5.2
nontemporal_clause
    : 'nontemporal' '(' identifier_list ')' {this.clause();}
    ;

// section 5.4.10 of OpenMP 5.2
use_device_addr_clause
    : 'use_device_addr' '(' section_list ')' {this.clause();}
    ;

// section 6.8 of OpenMP 5.2
uses_allocators_clause
    : 'uses_allocators' '(' allocator_with_traits (',' allocator_with_traits)* ')' {this.clause();}
    | 'uses_allocators' '(' allocator_modifier (',' allocator_modifier)* ':' identifier ')' {this.clause();}    // 5.2
    ;

allocator_with_traits
    : identifier
    | identifier '(' identifier ')'
    ;

// section 13.1 of OpenMP 5.2
device_type_clause
    : 'device_type' '(' ( 'host' | 'nohost' | 'any' ) ')'
    ;

// section 3.2.6 of OpenMP 5.2
iterator_modifier
    : 'iterator' '(' iterator_specifier (',' iterator_specifier)* ')'
    ;

iterator_specifier
    : iterator_type? iterator_name '=' assignment_expression ':' assignment_expression iterator_step?
    ;

iterator_type
    : specifier_qualifier_list pointer?
    ;

iterator_name
    : Identifier {this.iterator();}
    ;

iterator_step
    : ':' assignment_expression
    ;

// section 3.2.4 of OpenMP 5.2
array_shape
    : '(' ( '[' expression ']' )+ ')'
    ;

// Constructs --------------------------------------------------------------------------

loop_construct
    : loop_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.7 of OpenMP 5.2
loop_directive
    : openmp_pragma 'loop' {this.enterConstruct();} loop_clauseoptseq NewLine {this.exitDirective();}
    ;

loop_clauseoptseq
    : loop_clause*
    ;

loop_clause
    : bind_clause
    | collapse_clause
    | order_clause
    | private_clause
    | lastprivate_clause
    | reduction_clause
    ;

// section 11.7.1 of OpenMP 5.2
bind_clause
    : 'bind' '(' ( 'teams' | 'parallel' | 'thread' ) ')' {this.clause();}
    ;

// section 5.6 of OpenMP 5.2
scan_directive
    : openmp_pragma 'scan' scan_clause NewLine {this.exitStandaloneDirective();}
    ;

scan_clause
    : 'inclusive' '(' reduction_list ')' {this.clause();}
    | 'exclusive' '(' reduction_list ')' {this.clause();}
    ;

// section 15.9.4 of OpenMP 5.2
depobj_directive
    : openmp_pragma 'depobj' '(' locator ')' depobj_clause NewLine {this.exitStandaloneDirective();}
    ;

depobj_clause
    : depend_clause
    | depobj_update_clause
    | depobj_destroy_clause
    ;

// section 15.9.3 of OpenMP 5.2
depobj_update_clause
    : 'update' '(' dependence_type ')' {this.clause();}
    ;

// section 3.5 of OpenMP 5.2
depobj_destroy_clause
    : 'destroy' {this.clause();}
    | 'destroy' '(' locator ')' {this.clause();}                    // 5.2
    ;

// 2.5, section 2.7.5
flush_directive
    : openmp_pragma 'flush' flush_order? flush_vars? NewLine {this.exitFlushDirective();}
    ;

flush_order
    : 'acq_rel'
    | 'release'
    | 'acquire'
    | 'seq_cst'                                                     // 5.1
    ;

// Directives of the file --------------------------------------------------------------

// section 8.2 of OpenMP 5.2
requires_directive
    : openmp_pragma 'requires' requires_clauseoptseq NewLine {this.exitDeclarativeDirective();}
    ;

requires_clauseoptseq
    : requirement_clause*
    ;

requirement_clause
    : 'reverse_offload'
    | 'unified_address'
    | 'unified_shared_memory'
    | 'dynamic_allocators'
    | 'atomic_default_mem_order' '(' ( 'seq_cst' | 'acq_rel' | 'relaxed' ) ')'
    ;

// section 6.5 of OpenMP 5.2
allocate_directive
    : openmp_pragma 'allocate' '(' identifier_list ')' allocate_directive_clauseoptseq NewLine
      {this.exitDeclarativeDirective();}
    ;

allocate_directive_clauseoptseq
    : allocate_directive_clause*
    ;

allocate_directive_clause
    : 'allocator' '(' expression ')'
    | 'align' '(' expression ')'                                    // 5.1
    ;

// section 5.8.8 of OpenMP 5.2
declare_mapper_directive
    : openmp_pragma 'declare' 'mapper' '(' declared_mapper ')' declare_mapper_clauseoptseq NewLine
      {this.exitDeclarativeDirective();}
    ;

declared_mapper
    : type_name identifier
    | mapper_identifier ':' type_name identifier
    ;

declare_mapper_clauseoptseq
    : declare_mapper_clause*
    ;

declare_mapper_clause
    : mapped_clause
    ;

// section 5.8.3 of OpenMP 5.2
mapped_clause
    : 'map' '(' declared_expression ')'
    ;

// Variants ---------------------------------------------------------------------------

// section 7.5.4 of OpenMP 5.2
declare_variant_directive
    : openmp_pragma 'declare' 'variant' '(' identifier ')' declare_variant_clauseoptseq NewLine
      {this.exitDeclarativeDirective();}
    ;

declare_variant_clauseoptseq
    : declare_variant_clause*
    ;

declare_variant_clause
    : match_clause
    | adjust_args_clause
    | append_args_clause
    ;

// section 7.5.1 of OpenMP 5.2
match_clause
    : 'match' '(' context_selector ')'
    ;

// What traits a context has (section 7.1 of OpenMP 5.2).
context_selector
    : trait_set (',' trait_set)*
    ;

trait_set
    : trait_set_name '=' '{' balanced_token* '}'
    ;

trait_set_name
    : 'construct'
    | 'device'
    | 'implementation'
    | 'user'
    | 'target_device'                                               // 5.1
    ;

// Of a construct, whose statement follows.
metadirective_construct
    : metadirective_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 7.4.3 of OpenMP 5.2
metadirective_directive
    : openmp_pragma 'metadirective' {this.enterConstruct();} metadirective_clauseoptseq NewLine {this.exitDirective();}
    ;

metadirective_clauseoptseq
    : metadirective_clause*
    ;

metadirective_clause
    : when_clause
    | otherwise_clause
    ;

// section 7.4.1 of OpenMP 5.2
when_clause
    : 'when' '(' context_selector ':' directive_variant? ')'
    ;

// section 7.4.2 of OpenMP 5.2
otherwise_clause
    : 'default' '(' directive_variant? ')'
    | 'otherwise' '(' directive_variant? ')'                        // 5.2
    ;

// A directive with its clauses; the checks hold it to the rules of that one.
directive_variant
    : balanced_token+
    ;

// Of which no variant has a statement: the token source tells which it is.
// section 7.4.3 of OpenMP 5.2
metadirective_standalone_directive
    : openmp_pragma StandaloneMetadirective metadirective_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

begin_metadirective_construct
    : begin_metadirective_directive statement_list? end_metadirective_directive {this.exitExecutableConstruct();}
    ;

// section 7.4.4 of OpenMP 5.2
begin_metadirective_directive
    : openmp_pragma 'begin' 'metadirective' {this.enterConstruct();} metadirective_clauseoptseq NewLine
      {this.exitDirective();}
    ;

// section 7.4.4 of OpenMP 5.2
end_metadirective_directive
    : openmp_pragma 'end' 'metadirective' NewLine
    ;
