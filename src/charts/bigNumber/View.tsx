import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { bigNumberPicture } from './picture.ts'
import type { BigNumberForm } from './query.ts'

export default function BigNumber(props: ChartComponentProps<BigNumberForm>) {
  return <PictureView picture={bigNumberPicture(props)} drawn={props.picture} />
}
