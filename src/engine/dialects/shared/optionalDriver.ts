import { EngineFailure } from '../../run/engine.ts'

/**
 * Loads the package of a database driver. It is not included: administrators install it if they use the database.
 * @throws EngineFailure that names the missing package
 */
export async function optionalPackage<T>(database: string, name: string): Promise<T> {
  try {
    const loaded = (await import(name)) as T & { default?: T }
    return loaded.default ?? loaded
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    const message = isMissing
      ? `Could not load database driver: ${database} needs the package "${name}". Run "npm install ${name}" where Sextant is installed and start it again.`
      : `Could not load database driver: the package "${name}" is damaged. Install it again with "npm install ${name}".`
    throw new EngineFailure('connection', message, { cause })
  }
}
