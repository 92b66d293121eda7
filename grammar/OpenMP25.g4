/*
 * OpenMP 2.5 according to its sections: which clauses each construct takes.
 * (The appendix has one rule for all data clauses.) The lists also contain
 * the clauses that later versions allow.
 *
 * src/syntax/accepted/ reads these files to build the table of what each
 * directive accepts. The rules of a file came with its version. A comment
 * that begins with a number names another version, for the alternative before
 * it or the rule after it. `section` says where a rule is described.
 */
parser grammar OpenMP25;

options { tokenVocab = CLexer; }

parallel_clause
    : if_clause
    | num_threads_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | shared_clause
    | copyin_clause
    | reduction_clause
    | proc_bind_clause
    | allocate_clause
    ;

for_clause
    : private_clause
    | firstprivate_clause
    | lastprivate_clause
    | linear_clause                                                 // 4.5
    | reduction_clause
    | loop_ordered_clause
    | schedule_clause
    | collapse_clause
    | order_clause
    | allocate_clause
    | nowait_clause
    ;

sections_clause
    : private_clause
    | firstprivate_clause
    | lastprivate_clause
    | reduction_clause
    | allocate_clause
    | nowait_clause
    ;

single_clause
    : private_clause
    | firstprivate_clause
    | copyprivate_clause
    | allocate_clause
    | nowait_clause
    ;

parallel_for_clause
    : if_clause
    | num_threads_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | linear_clause                                                 // 4.5
    | shared_clause
    | copyin_clause
    | reduction_clause
    | loop_ordered_clause
    | schedule_clause
    | collapse_clause
    | order_clause
    | proc_bind_clause
    | allocate_clause
    ;

parallel_sections_clause
    : if_clause
    | num_threads_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | lastprivate_clause
    | shared_clause
    | copyin_clause
    | reduction_clause
    | proc_bind_clause
    | allocate_clause
    ;

// section 2.4
if_clause
    : 'if' '(' expression ')' {this.ifClause();}
    | 'if' '(' directive_name_modifier ':' expression ')' {this.ifClause();}    // 4.5
    ;

// section 2.4
num_threads_clause
    : 'num_threads' '(' expression ')' {this.numThreadsClause();}
    ;

// section 2.8.3.1
default_clause
    : 'default' '(' 'shared' ')' {this.defaultClause();}
    | 'default' '(' 'none' ')' {this.defaultClause();}
    | 'default' '(' 'firstprivate' ')' {this.defaultClause();}      // 5.1
    | 'default' '(' 'private' ')' {this.defaultClause();}           // 5.1
    ;

// section 2.8.3.2
shared_clause
    : 'shared' '(' identifier_list ')' {this.dataClause();}
    ;

// section 2.8.3.3
private_clause
    : 'private' '(' identifier_list ')' {this.dataClause();}
    ;

// section 2.8.3.4
firstprivate_clause
    : 'firstprivate' '(' identifier_list ')' {this.dataClause();}
    ;

// section 2.8.3.5
lastprivate_clause
    : 'lastprivate' '(' identifier_list ')' {this.dataClause();}
    | 'lastprivate' '(' 'conditional' ':' identifier_list ')' {this.dataClause();}      // 5.0
    ;

// section 2.8.3.6
reduction_clause
    : 'reduction' '(' reduction_operator ':' reduction_list ')' {this.dataClause();}
    | 'reduction' '(' reduction_modifier ',' reduction_operator ':' reduction_list ')' {this.dataClause();}   // 5.0
    ;

reduction_list
    : reduction_item (',' reduction_item)*
    ;

reduction_item
    : identifier
    | identifier array_section+                                     // 4.5
    ;

// section 2.8.4.1
copyin_clause
    : 'copyin' '(' identifier_list ')' {this.dataClause();}
    ;

// section 2.8.4.2
copyprivate_clause
    : 'copyprivate' '(' identifier_list ')' {this.dataClause();}
    ;

// section 2.5.1
schedule_clause
    : 'schedule' '(' schedule_kind ')' {this.scheduleClause();}
    | 'schedule' '(' schedule_kind ',' expression ')' {this.scheduleClause();}
    | 'schedule' '(' schedule_modifiers schedule_kind ')' {this.scheduleClause();}                  // 4.5
    | 'schedule' '(' schedule_modifiers schedule_kind ',' expression ')' {this.scheduleClause();}   // 4.5
    ;

// section 2.5.1
loop_ordered_clause
    : 'ordered' {this.orderedClause();}
    | 'ordered' '(' expression ')' {this.orderedClause();}          // 4.5
    ;

// section 2.5
nowait_clause
    : 'nowait' {this.nowaitClause();}
    ;
