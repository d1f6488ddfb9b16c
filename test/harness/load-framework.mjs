// @nestjs/throttler is CommonJS and requires the framework, which is ESM only. Jest refuses to require an ES
// module while the graph it belongs to is still being linked (Node does not), so it is loaded beforehand.
import '@nestjs/common';
import '@nestjs/core';
