import { defaultSequential, sequentialScale } from '../color/sequential.ts'
import type { ChartMode } from '../theme.ts'

/** The default: light colors for low density, dark ones for high density. */
const defaultScheme = 'deck_gl_heatmap_gradient'

/** The colors of densities from 0 to 1. Schemes are read in reverse, except the product's own. */
export const heatScale = (scheme: string | undefined, mode: ChartMode): ((value: number) => string) =>
  sequentialScale(scheme ?? defaultScheme, scheme === defaultSequential ? [0, 1] : [1, 0], mode)
