/*
 * The processes of a parallel job, such as those of MPI: which of the machine's devices each of them uses, and how many share one.
 *
 * Whoever starts a job tells each process its rank among those on its machine, and how many these are, in environment variables. The
 * process with rank r uses device r of those that it sees, and begins again with device 0 where there are fewer devices than
 * processes. OMP_DEFAULT_DEVICE names another one.
 *
 * What gpump takes of a device's memory is shared out equally. Nobody tells how many processes share a device where each sees only
 * some of them (CUDA_VISIBLE_DEVICES): then it may be all, so that more memory than there is is never taken.
 * GPUMP_DEVICE_PROCESSES says it.
 */
#include "host.h"

namespace gpump {

const unsigned long MOST_PROCESSES = 4096;

struct Job {
    const char *launcher = nullptr;                /* the variable that tells of the job */
    unsigned long rank = 0, processes = 1;         /* on this machine */
};

struct Place {
    int device = 0;
    unsigned long processes = 1; /* that use it */
};

/* The largest of a list such as "4(x2),6,1": Slurm tells so how many processes there are on each machine. 0 where there is none. */
static unsigned long largest_in(const char *text)
{
    unsigned long largest = 0;
    while (text && isdigit((unsigned char)*text)) {
        char *end;
        largest = std::max(largest, strtoul(text, &end, 10));
        text = strchr(end, ',');
        text = text ? text + 1 : nullptr;
    }
    return std::min(largest, MOST_PROCESSES);
}

/* A job within a job, such as one of mpirun's within one of Slurm's, has the variables of both. What comes first here is within. */
static Job job_of_process()
{
    static const struct {
        const char *rank, *processes;
    } launchers[] = {
        {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"}, /* Open MPI, Spectrum MPI */
        {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"},   /* MVAPICH */
        {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},                       /* MPICH, Intel MPI */
        {"PALS_LOCAL_RANKID", "PALS_LOCAL_SIZE"},                     /* Cray */
        {"PMI_LOCAL_RANK", "PMI_LOCAL_SIZE"},
        {"SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE"}, /* srun */
    };
    Job job;
    for (const auto &launcher : launchers) {
        const char *rank = getenv(launcher.rank);
        const unsigned long processes = largest_in(getenv(launcher.processes));
        if (processes == 0 && !(rank && isdigit((unsigned char)*rank)))
            continue;
        job.launcher = launcher.rank;
        job.rank = rank ? std::min(strtoul(rank, nullptr, 10), MOST_PROCESSES - 1) : 0;
        job.processes = std::max(processes, job.rank + 1);
        break;
    }
    return job;
}

/* Slurm's --gpus-per-task gives each process devices of its own. Its value may begin with the devices' type: "a100:2". */
static bool has_devices_of_its_own(const Job &job, int devices)
{
    const char *each = getenv("SLURM_GPUS_PER_TASK");
    if (!each || !job.launcher || strcmp(job.launcher, "SLURM_LOCALID"))
        return false;
    const char *colon = strrchr(each, ':');
    return number_in(colon ? colon + 1 : each, 1) == devices;
}

/* Where a process of a job belongs that sees so many devices. */
static Place place_in_job(const Job &job, int devices)
{
    const unsigned long count = (unsigned long)devices;
    Place place;
    place.device = (int)(job.rank % count);
    place.processes = has_devices_of_its_own(job, devices) ? 1 : (job.processes - 1 - job.rank % count) / count + 1;
    if (const char *named = getenv("OMP_DEFAULT_DEVICE")) {
        const long long number = number_in(named, 0);
        if (number >= devices)
            warn("OMP_DEFAULT_DEVICE is %lld, and the devices that CUDA finds are 0 to %d: device %d is used", number, devices - 1,
                 place.device);
        else if (number >= 0)
            place = {(int)number, job.processes}; /* the others may be told the same */
    }
    if (const char *value = getenv("GPUMP_DEVICE_PROCESSES")) {
        const long long number = positive(value);
        if (number == 0)
            warn("GPUMP_DEVICE_PROCESSES is \"%s\", and should be a positive number", value);
        else
            place.processes = (unsigned long)std::min(number, (long long)MOST_PROCESSES);
    }
    return place;
}

} // namespace gpump
