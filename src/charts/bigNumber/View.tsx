import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { bigNumberPicture, shownPoint } from './picture.ts'
import type { BigNumberForm } from './query.ts'

export default function BigNumber(props: ChartComponentProps<BigNumberForm>) {
  const { onMarkContextMenu: onMenu } = props
  const { text, drill } = shownPoint(props)
  return (
    <PictureView
      picture={bigNumberPicture(props)}
      drawn={props.picture}
      point={text}
      onMenu={onMenu && ((at) => onMenu({ mask: null, drill, label: text, ...at }))}
    />
  )
}
