/** The health check of the container: the exit code is 0 if the server responds. */
const port = process.env.PORT ?? 8088

fetch(`http://127.0.0.1:${port}/health`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
)
