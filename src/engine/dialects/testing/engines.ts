/** Engines that tests know beside the embedded ones, in the names that they are started by. */
export const ENGINE_NAMES = ['postgresql', 'mariadb', 'clickhouse', 'trino'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

/** Environment variable by which `scripts/engines/run.ts` says where its engines listen: JSON, name -> address. */
export const ENGINES_VARIABLE = 'SEXTANT_TEST_ENGINES'

/**
 * SQLAlchemy URI of a real engine with rights to make tables, or undefined where none was started: tests are then
 * skipped by name (`describe.skipIf`), which `npm test` lists, and in CI counts as a failure.
 */
export function engineUri(name: EngineName): string | undefined {
  const addresses = JSON.parse(process.env[ENGINES_VARIABLE] ?? '{}') as Partial<Record<EngineName, string>>
  return addresses[name]
}
