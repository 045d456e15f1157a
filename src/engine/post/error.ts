/**
 * An invalid step for this frame: a wrong option, a missing column. Thrown inside the operations, which are nested too
 * deeply to return a Result through every call, and converted to a Result in one place, `postProcess`.
 */
export class PostProcessingError extends Error {
  override readonly name = 'PostProcessingError'
}

export function refuse(message: string): never {
  throw new PostProcessingError(message)
}
