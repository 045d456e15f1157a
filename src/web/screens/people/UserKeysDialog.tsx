import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ApiKeyList } from './ApiKeyList.tsx'

const texts = defineTexts('userKeys', { title: 'API keys of {name}', done: 'Done' })

interface Props {
  userId: number
  name: string
  canRevoke: boolean
  onClose: () => void
}

/** The API keys of another user, for administrators. */
export default function UserKeysDialog({ userId, name, canRevoke, onClose }: Props) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name })}
      footer={
        <Button size="md" onClick={onClose}>
          {t(texts.done)}
        </Button>
      }
    >
      <ApiKeyList owner={userId} canRevoke={canRevoke} />
    </Dialog>
  )
}
