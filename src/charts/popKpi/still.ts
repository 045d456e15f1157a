import type { StillInput } from '../shared/contract.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { fontSans } from '../shared/theme.ts'
import { popKpiPicture } from './picture.ts'
import type { PopKpiForm } from './query.ts'

export function still(input: StillInput<PopKpiForm>): SvgNode {
  const { width, height } = input.size
  const { isCentred, texts } = popKpiPicture(input)
  return h(
    'svg',
    { width, height, fontFamily: fontSans, letterSpacing: '-0.01em', textAnchor: isCentred ? 'middle' : undefined },
    texts.map(({ x, baseline, text, fontSize, fontWeight, color }) =>
      h('text', { x, y: baseline, fontSize, fontWeight, fill: color }, text),
    ),
  )
}
