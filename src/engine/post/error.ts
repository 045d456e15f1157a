/**
 * A step that cannot run on this frame: a wrong option, a column that is not there. Thrown inside the operations, which
 * nest too deeply to hand a Result through every call, and turned into a Result at the one door, `postProcess`.
 */
export class PostProcessingError extends Error {
  override readonly name = 'PostProcessingError'
}

export function refuse(message: string): never {
  throw new PostProcessingError(message)
}
