/** The inputs of a shape of the legacy chart endpoint. Names are labels of columns. */
export interface ShapeOptions {
  metrics: string[]
  groups: string[]
  /** By role, if a type has more than metrics and groups. */
  roles: Record<string, string>
  /** A choice of the form: normalization, field of a country. */
  choice?: string
  /** Other form data that a shape reads, or returns unchanged. */
  settings?: Record<string, unknown>
}
