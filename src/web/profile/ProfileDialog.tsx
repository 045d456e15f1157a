import { Dialog } from '../ui/Dialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import DatasetProfile from './DatasetProfile.tsx'

const texts = defineTexts('profile.dialog', { title: 'Profile of {name}' })

/** The profile of a dataset in a dialog, on any page that uses the dataset. */
export default function ProfileDialog(props: { datasetId: number; name: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog open onClose={props.onClose} title={t(texts.title, { name: props.name })} width={1080} flush>
      <DatasetProfile datasetId={props.datasetId} />
    </Dialog>
  )
}
