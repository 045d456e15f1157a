import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { createExplorePermalink } from '../../../api/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ExploreHeader.module.css'
import { embedCode } from './embedCode.ts'

const texts = defineTexts('explore.embed', {
  title: 'Embed code',
  code: 'Code',
  waiting: 'Generating link, please wait..',
  help: 'Shows the chart as it is now. A reader must be signed in here, or the role Public must be able to read it. An administrator lists the sites that may show it in SEXTANT_FRAME_SITES.',
  height: 'Chart height',
  width: 'Chart width',
  copy: 'Copy code',
  close: 'Close',
  failed: 'Sorry, something went wrong. Try again later.',
})

/** The HTML that shows the chart on another site. */
export default function EmbedDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  const { form, state } = useExplore()
  const [size, setSize] = useState({ width: 600, height: 400 })
  const link = useQuery({
    queryKey: ['explorePermalink', form],
    queryFn: () => createExplorePermalink(form),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const code = link.data === undefined ? undefined : embedCode(link.data, state.name, size)
  const sizeField = (name: keyof typeof size) => (
    <NumberField
      size="md"
      label={t(texts[name])}
      min={50}
      max={10_000}
      step={10}
      value={size[name]}
      onChange={(value) => value !== null && setSize({ ...size, [name]: Math.round(value) })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={560}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.close)}
          </Button>
          <Button
            size="md"
            variant="primary"
            icon={<Copy size={14} />}
            disabled={code === undefined}
            onClick={() => void copy(code ?? '')}
          >
            {t(texts.copy)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {link.isError ? (
          <ErrorPanel compact message={t(texts.failed)} onRetry={() => void link.refetch()} />
        ) : (
          <TextArea
            label={t(texts.code)}
            rows={8}
            wrap="off"
            readOnly
            value={code ?? t(texts.waiting)}
            onChange={() => undefined}
            help={t(texts.help)}
          />
        )}
        {sizeField('height')}
        {sizeField('width')}
      </div>
    </Dialog>
  )
}
