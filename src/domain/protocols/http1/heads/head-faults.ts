/** Why a head is refused: the status that says so (06 §9.11) and what is wrong. */
export const HEAD_FAULTS = {
  too_large: { status: 431, message: 'The head is larger than 64 KiB.' },
  too_many_fields: { status: 431, message: 'The head has too many fields.' },
  malformed: { status: 400, message: 'The message is not valid HTTP/1.1.' },
  method_unknown: { status: 400, message: 'The method is not one of HTTP.' },
  target_malformed: { status: 400, message: 'This form of request target is not supported.' },
  version_unknown: { status: 400, message: 'Only HTTP/1.1 and HTTP/1.0 are spoken here.' },
  host_missing: { status: 400, message: 'The Host header is missing.' },
  host_repeated: { status: 400, message: 'More than one Host header.' },
  host_malformed: { status: 400, message: 'The Host header is malformed.' },
  length_malformed: { status: 400, message: 'The Content-Length header is malformed.' },
  length_repeated: { status: 400, message: 'More than one Content-Length header.' },
  length_and_coding: {
    status: 400,
    message: 'Content-Length and Transfer-Encoding exclude each other.',
  },
  coding_unknown: { status: 400, message: 'Only the chunked transfer coding is supported.' },
  coding_in_http_1_0: { status: 400, message: 'HTTP/1.0 has no transfer codings.' },
  connect_with_body: { status: 400, message: 'CONNECT has no body.' },
  interim_with_body: { status: 400, message: 'An interim answer has no body.' },
  trailer_that_frames: { status: 400, message: 'A header that frames the message is announced behind it.' },
  not_http2: { status: 400, message: 'The message is not valid HTTP/2.' },
  host_disagrees: { status: 400, message: 'The Host header and the authority disagree.' },
  framing_respelled: { status: 400, message: 'A header resembles one that frames the message.' },
} as const satisfies Record<string, { status: 400 | 431; message: string }>;

export type HeadFault = keyof typeof HEAD_FAULTS;
