/** What a shape of the retired chart endpoint is made with; names are labels of columns. */
export interface ShapeOptions {
  metrics: string[]
  groups: string[]
  /** By role, where a type has more than metrics and groups. */
  roles: Record<string, string>
  /** A choice of the form: normalisation, field of a country. */
  choice?: string
  /** What else of the form a shape reads, or gives back as it is. */
  settings?: Record<string, unknown>
}
