import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { bigNumberTotalPicture } from './picture.ts'
import type { BigNumberTotalForm } from './query.ts'

export default function BigNumberTotal(props: ChartComponentProps<BigNumberTotalForm>) {
  return <PictureView picture={bigNumberTotalPicture(props)} drawn={props.picture} />
}
