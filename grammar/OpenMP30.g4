/*
 * OpenMP 3.0: what it adds to the rules of earlier versions. A rule in this
 * file replaces the earlier rule of the same name. The lists also contain
 * the clauses that later versions add to these constructs.
 */
parser grammar OpenMP30;

options { tokenVocab = CLexer; }

schedule_kind
    : 'static'
    | 'dynamic'
    | 'guided'
    | 'auto'
    | 'runtime'
    ;

// section 2.5.1 of OpenMP 3.0
collapse_clause
    : 'collapse' '(' expression ')' {this.collapseClause();}
    ;

task_construct
    : task_directive structured_block {this.exitExecutableConstruct();}
    ;

// section 12.5 of OpenMP 5.2
task_directive
    : openmp_pragma 'task' {this.enterConstruct();} task_clauseoptseq NewLine {this.exitDirective();}
    ;

task_clauseoptseq
    : task_clause*
    ;

task_clause
    : if_clause
    | final_clause
    | untied_clause
    | mergeable_clause
    | default_clause
    | private_clause
    | firstprivate_clause
    | shared_clause
    | in_reduction_clause
    | depend_clause
    | priority_clause
    | allocate_clause
    | affinity_clause
    | detach_clause
    ;

// section 12.1 of OpenMP 5.2
untied_clause
    : 'untied' {this.clause();}
    ;

// section 15.5 of OpenMP 5.2
taskwait_directive
    : openmp_pragma 'taskwait' taskwait_clauseoptseq NewLine {this.exitStandaloneDirective();}
    ;

taskwait_clauseoptseq
    : taskwait_clause*
    ;

taskwait_clause
    : depend_clause                                                 // 5.0
    | nowait_clause                                                 // 5.1
    ;
