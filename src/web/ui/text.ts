import type { ReactNode } from 'react'
import { type MessageDescriptor, useIntl } from 'react-intl'

/** Message id -> descriptor; the English text is the default message, other locales are looked up by id. */
export type Texts<T extends Record<string, string>> = { readonly [K in keyof T]: MessageDescriptor }

/**
 * The user texts of one area (a screen, a kit part). Ids are `area.key`. The texts are ICU messages: `{name}`,
 * `{count, plural, one {# row} other {# rows}}`.
 */
export function defineTexts<const T extends Record<string, string>>(area: string, texts: T): Texts<T> {
  const entries = Object.entries(texts).map(([key, defaultMessage]) => [key, { id: `${area}.${key}`, defaultMessage }])
  return Object.fromEntries(entries) as Texts<T>
}

export type TextValues = Record<string, string | number | Date | boolean | null | undefined>

/** Formats a text in the user's language. */
export function useText(): (text: MessageDescriptor, values?: TextValues) => string {
  const { formatMessage } = useIntl()
  return formatMessage as (text: MessageDescriptor, values?: TextValues) => string
}

let translate = (text: string): string => text

/**
 * Sets the function that translates plain texts into the language of the page (`model/language/plainTranslator.ts`).
 */
export function setPlainText(next: (text: string) => string): void {
  translate = next
}

/**
 * The translation of a text that comes as English data, such as a message of the server or a label of a chart. In a
 * component, use the hook.
 */
export const plainText = (text: string): string => translate(text)

/** Like `plainText`, for components: they render again when the language changes. */
export function usePlainText(): (text: string) => string {
  useIntl()
  return translate
}

/** Like `useText`, for texts with tags such as `<b>{name}</b>`: a value may be a function of the tagged part. */
export function useRichText(): (
  text: MessageDescriptor,
  values: Record<string, ReactNode | ((parts: ReactNode) => ReactNode)>,
) => ReactNode {
  const { formatMessage } = useIntl()
  return formatMessage as never
}
