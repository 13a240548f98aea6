//! The native HTTP endpoint: DynamoDB JSON 1.0 on 127.0.0.1.
