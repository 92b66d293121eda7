/*
 * Routines on devices, leagues and tasks (4.0 to 5.1): a region of `parallel`
 * is the host's, in a league of one team, and its threads run implicit tasks.
 *
 * cross: away += !omp_is_initial_device() => away += omp_is_initial_device()
 */
#include <omp.h>
#include "check.h"

int main(void)
{
    int away = 0, outside = omp_get_num_devices(), initial = omp_get_initial_device();

    CHECK(omp_is_initial_device() && omp_get_device_num() == initial);
    CHECK(omp_get_num_teams() == 1 && omp_get_team_num() == 0 && !omp_in_final());
#pragma omp parallel num_threads(4) reduction(+ : away)
    {
        away += !omp_is_initial_device() || omp_get_device_num() != initial;
        away += omp_get_num_devices() != outside || omp_get_initial_device() != initial;
        away += omp_get_num_teams() != 1 || omp_get_team_num() != 0;
        away += omp_in_final() || omp_get_max_task_priority() != 0;
        away += omp_get_cancellation() != 0 || omp_get_supported_active_levels() < 1;
        away += omp_get_max_active_levels() < 1 || omp_get_default_device() != 0;
    }
    CHECK(away == 0);
    return check_result("devices and teams");
}
