import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { messageOf } from '../../api/failure.ts'
import { makeUserLink } from '../../api/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { useCopy } from '../../ui/useCopy.ts'
import css from './People.module.css'

const texts = defineTexts('userLink', {
  title: 'Link for {name}',
  lead: 'Send this link to {name}. It works once, for 24 hours, and lets {name} set a password. Earlier links no longer work.',
  link: 'Link',
  copy: 'Copy link',
  done: 'Done',
})

/** Creates a one-time link and shows it once: only its hash is stored. */
export default function LinkDialog({ userId, name, onClose }: { userId: number; name: string; onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  const { mutate, data, error } = useMutation({ mutationFn: makeUserLink })
  useEffect(() => mutate(userId), [mutate, userId])
  const url = data?.url ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name })}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.done)}
          </Button>
          <Button
            size="md"
            variant="primary"
            icon={<Copy size={14} />}
            disabled={url === ''}
            onClick={() => void copy(url)}
          >
            {t(texts.copy)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className={css.lead}>{t(texts.lead, { name })}</p>
        {error ? <Banner tone="danger">{messageOf(error)}</Banner> : null}
        {url === '' ? (
          error ? null : (
            <Spinner />
          )
        ) : (
          <TextField label={t(texts.link)} size="md" readOnly value={url} onChange={() => undefined} />
        )}
      </div>
    </Dialog>
  )
}
