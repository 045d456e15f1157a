/**
 * Whether a URL requests a page without navigation. `standalone`: the first parameter with this name; null if there is
 * none.
 */
export const isStandalone = (standalone: string | null): boolean =>
  standalone !== null && standalone !== '0' && standalone !== 'false'
