// HEALTHCHECK of the images: whether the program in this container may take traffic.
const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
});
process.exit(answer.ok ? 0 : 1);
