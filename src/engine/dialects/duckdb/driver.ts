export { open } from '../../run/duckdb/engine.ts'
