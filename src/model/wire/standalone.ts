/**
 * Whether an address wants a page without navigation. `standalone`: its first parameter of that name; null: it has none.
 */
export const isStandalone = (standalone: string | null): boolean =>
  standalone !== null && standalone !== '0' && standalone !== 'false'
