import type { StillInput } from '../shared/contract.ts'
import { markupOf, type SvgNode } from '../shared/svg/tree.ts'
import type { drawInput } from './drawInput.ts'

/** The image that the server draws, as text, or the sentence that replaces it. */
export function drawStill<F>(
  still: (input: StillInput<F>) => SvgNode | string,
  input: ReturnType<typeof drawInput<F>>,
) {
  const drawn = still({ ...input, id: 'a', measure: () => 0, text: ({ defaultMessage }) => String(defaultMessage) })
  return typeof drawn === 'string' ? drawn : markupOf(drawn)
}
