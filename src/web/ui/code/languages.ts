import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language'

/** Small line tokenizers: enough for highlighting, without complete grammars. */

interface CssState {
  isComment: boolean
  /** between braces, where names are properties */
  isBlock: boolean
}

export const cssParser: StreamParser<CssState> = {
  name: 'css',
  startState: () => ({ isComment: false, isBlock: false }),
  token(stream, state) {
    if (state.isComment) {
      state.isComment = !untilEnd(stream, '*/')
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match('/*')) {
      state.isComment = !untilEnd(stream, '*/')
      return 'comment'
    }
    if (stream.match(/^"(\\.|[^"])*"?|^'(\\.|[^'])*'?/)) return 'string'
    if (stream.match(/^@[\w-]+/)) return 'keyword'
    if (stream.match(/^#[\da-f]{3,8}\b/i) && state.isBlock) return 'number'
    if (stream.match(/^-?\d*\.?\d+(%|[a-z]+)?/i)) return 'number'
    if (stream.match(/^![a-z]+/i)) return 'keyword'
    if (state.isBlock && stream.match(/^[\w-]+(?=\s*:)/)) return 'propertyName'
    if (stream.match(/^[.#]?-?[_a-z][\w-]*/i)) return state.isBlock ? null : 'variableName'
    const next = stream.next()
    if (next === '{') state.isBlock = true
    else if (next === '}') state.isBlock = false
    return null
  },
  languageData: { commentTokens: { block: { open: '/*', close: '*/' } } },
}

interface MarkdownState {
  /** the end marker of the open code fence */
  fence: string
}

export const markdownParser: StreamParser<MarkdownState> = {
  name: 'markdown',
  startState: () => ({ fence: '' }),
  token(stream, state) {
    if (stream.sol()) {
      const fence = stream.match(/^\s{0,3}(```+|~~~+)/, false)
      if (Array.isArray(fence) && (state.fence === '' || fence[1]?.startsWith(state.fence))) {
        state.fence = state.fence === '' ? (fence[1] ?? '') : ''
        stream.skipToEnd()
        return 'keyword'
      }
      if (state.fence !== '') {
        stream.skipToEnd()
        return 'string'
      }
      if (stream.match(/^#{1,6}\s.*/)) return 'heading'
      if (stream.match(/^\s*([-*+]|\d+[.)])\s/) || stream.match(/^\s*>/)) return 'keyword'
    }
    if (stream.match(/^`[^`]*`/)) return 'string'
    if (stream.match(/^\*\*[^*]+\*\*|^__[^_]+__/)) return 'strong'
    if (stream.match(/^\*[^*\s][^*]*\*|^_[^_\s][^_]*_/)) return 'emphasis'
    if (stream.match(/^!?\[[^\]]*\]\([^)]*\)|^<https?:[^>]*>|^https?:\S+/)) return 'link'
    if (stream.match(/^<\/?[a-z][^>]*>/i)) return 'keyword'
    stream.next()
    stream.eatWhile(/[^`*_![<h]/)
    return null
  },
}

export const jsonParser: StreamParser<null> = {
  name: 'json',
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^"(\\.|[^"\\])*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string'
    if (stream.match(/^-?\d+(\.\d+)?([eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/^(true|false|null)\b/)) return 'keyword'
    stream.next()
    return null
  },
}

interface HtmlState {
  /** the end marker of the open comment */
  comment: string
  /** between the angle brackets of a tag */
  isTag: boolean
  /** the quote that ends the current value of an attribute */
  quote: string
}

/** HTML with expressions in double braces. */
export const htmlParser: StreamParser<HtmlState> = {
  name: 'html',
  startState: () => ({ comment: '', isTag: false, quote: '' }),
  token(stream, state) {
    if (state.comment === '') {
      if (stream.match('<!--')) state.comment = '-->'
      else if (stream.match(/^\{\{~?!--/)) state.comment = '--}}'
    }
    if (state.comment !== '') {
      if (untilEnd(stream, state.comment)) state.comment = ''
      return 'comment'
    }
    if (stream.match(/^\{\{\{?[^}]*\}?\}\}/)) return 'variableName'
    if (state.isTag) {
      if (state.quote !== '' || stream.match(/^["']/, false)) return quoted(stream, state)
      if (stream.match(/^\/?>/)) {
        state.isTag = false
        return 'keyword'
      }
      if (stream.match(/^[\w:-]+/)) return 'propertyName'
      stream.next()
      return null
    }
    if (stream.match(/^<\/?[a-z][\w-]*/i)) {
      state.isTag = true
      return 'keyword'
    }
    stream.next()
    stream.eatWhile(/[^<{]/)
    return null
  },
}

/** The value of an attribute up to its end or its next expression. */
function quoted(stream: StringStream, state: HtmlState): string {
  const first = stream.next() ?? ''
  if (first === state.quote) state.quote = ''
  else {
    if (state.quote === '') state.quote = first
    while (!stream.eol() && !stream.match('{{', false) && state.quote !== '') {
      if (stream.next() === state.quote) state.quote = ''
    }
  }
  return 'string'
}

function untilEnd(stream: StringStream, end: string): boolean {
  if (stream.skipTo(end)) {
    stream.match(end)
    return true
  }
  stream.skipToEnd()
  return false
}

export const languages = {
  css: StreamLanguage.define(cssParser),
  html: StreamLanguage.define(htmlParser),
  markdown: StreamLanguage.define(markdownParser),
  json: StreamLanguage.define(jsonParser),
}
